/* column_wrap.c - a table that is too wide for a line, split into parts. */
#include "config.h"

#include "report/format/column_wrap.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "config/field/short_names.h"
#include "text/language/text_width.h"

const char *column_wrap_text(const struct column_wrap *f, int row, int column)
{
    return row < 0 ? f->head[column] : grid_text(f->grid, row, column);
}

/* Return the heads of the columns, with short or whole field names. */
static char **heads_of(const struct grid *g, bool brief)
{
    const size_t n = (size_t)g->columns + 1;
    const char **whole = memory_zeroed(n, sizeof(*whole));
    char **head = memory_zeroed(n, sizeof(*head));

    for (int c = 0; c < g->columns; c++)
        whole[c] = g->column[c].head;
    if (brief)
        names_shorten(whole, g->columns, head);
    for (int c = 0; c < g->columns; c++)
        if (!brief || !g->column[c].field) {
            free(head[c]);
            head[c] = memory_string(whole[c]);
        }
    free(whole);
    return head;
}

const char *column_wrap_own(const struct column_wrap *f, int column)
{
    const char *own = f->head[column] + f->grid->column[column].over;

    return own + strspn(own, " ");
}

/* Make neighbours wide enough for the head that they share. */
static void widen_shared(struct column_wrap *f)
{
    for (int c = 0, n; c < f->grid->columns; c += n) {
        const int over = f->grid->column[c].over;
        int room = -2;

        n = grid_span(f->grid, c);
        for (int i = 0; i < n; i++)
            room += f->width[c + i] + 2;
        const int more = text_width_of(f->head[c], (size_t)over) - room;

        f->width[c + n - 1] += more > 0 ? more : 0;
    }
}

static struct column_wrap column_wrap_of(const struct grid *g, int line,
                                         bool shared, bool brief)
{
    struct column_wrap f = {
        .grid = g, .head = heads_of(g, brief), .line = line, .shared = shared};

    f.width = memory_zeroed((size_t)g->columns + 1, sizeof(*f.width));
    for (int c = 0; c < g->columns; c++) {
        f.width[c] = text_width(shared ? column_wrap_own(&f, c) : f.head[c]);
        for (int r = 0; r < grid_shown(g); r++) {
            const int width = text_width(grid_text(g, r, c));

            f.width[c] = width > f.width[c] ? width : f.width[c];
        }
    }
    if (shared)
        widen_shared(&f);
    return f;
}

void column_wrap_release(struct column_wrap *f)
{
    for (int c = 0; c < f->grid->columns; c++)
        free(f->head[c]);
    free(f->head);
    free(f->width);
}

/* Width of the columns [first, end), with the space before each. */
static int span(const struct column_wrap *f, int first, int end)
{
    int all = 0;

    for (int c = first; c < end; c++)
        all += f->width[c] + 2;
    return all;
}

static bool is_wide(const struct column_wrap *f)
{
    return span(f, 0, f->grid->columns) > f->line + 2;
}

/* Return the end of a column and those joined to it. */
static int run_end(const struct grid *g, int column)
{
    do
        column++;
    while (column < g->columns && g->column[column].joined);
    return column;
}

/* True if each joined run of number columns fits beside the keys. */
static bool keys_fit(const struct column_wrap *f, int keys)
{
    const int room = f->line + 2 - span(f, 0, keys);

    for (int c = keys, next; c < f->grid->columns; c = next) {
        next = run_end(f->grid, c);
        if (f->grid->column[c].right && span(f, c, next) > room)
            return false;
    }
    return room > 2; /* 2 is the space before a column */
}

/* Return how many columns are repeated in each part; 0 if the table stays in
 * one.  The short keys are used if the whole ones leave little room. */
static int repeated(const struct column_wrap *f)
{
    const struct grid *g = f->grid;
    const bool fit = g->keys < g->columns && keys_fit(f, g->keys);

    if (fit && 2 * span(f, 0, g->keys) <= f->line)
        return g->keys;
    if (g->short_keys && keys_fit(f, g->short_keys))
        return g->short_keys;
    return fit ? g->keys : 0;
}

struct column_wrap column_wrap_begin(const struct grid *g, int line,
                                     bool shared)
{
    struct column_wrap whole = column_wrap_of(g, line, shared, false);

    if (!is_wide(&whole))
        return whole;
    struct column_wrap brief = column_wrap_of(g, line, shared, true);
    const bool wraps = is_wide(&brief);
    const bool shortens = !wraps || 2 * span(&whole, 0, g->keys) > line ||
                          repeated(&whole) != g->keys;
    struct column_wrap f = shortens ? brief : whole;

    column_wrap_release(shortens ? &whole : &brief);
    f.keys = f.end = wraps ? repeated(&f) : 0;
    return f;
}

/* Return the end of a unit that should not be split: a column with those that
 * are joined to it or share its head. */
static int whole_end(const struct column_wrap *f, int column)
{
    int end = run_end(f->grid, column);

    while (f->shared && end < column + grid_span(f->grid, column))
        end = run_end(f->grid, end);
    return end;
}

/* Return the end of a part: at least one run of joined columns, and more if
 * they fit. */
static int part_end(const struct column_wrap *f)
{
    const struct grid *g = f->grid;
    const int room = f->line + 2 - span(f, 0, f->keys);
    int end = f->first;

    while (end < g->columns) {
        int next = whole_end(f, end);

        if (span(f, end, next) > room)
            next = run_end(g, end);
        if (span(f, f->first, next) > room && end > f->first)
            break;
        end = next;
    }
    return end;
}

bool column_wrap_next(struct column_wrap *f)
{
    const bool more = !f->begun || f->end < f->grid->columns;

    if (more) {
        f->begun = true;
        f->first = f->end;
        f->end = f->keys ? part_end(f) : f->grid->columns;
    }
    return more;
}
