/* folds.c - a table that is too wide for a line, as several. */
#include "config.h"

#include "format/folds.h"

#include <stdlib.h>

#include "base/memory.h"
#include "config/short_names.h"
#include "text/width.h"

const char *folds_text(const struct folds *f, int row, int column)
{
    return row < 0 ? f->head[column] : grid_text(f->grid, row, column);
}

/* What stands above the columns, with short names of fields or whole ones. */
static char **heads_of(const struct grid *g, bool brief)
{
    const size_t n = (size_t)g->columns + 1;
    const char **whole = memory_zeroed(n, sizeof(*whole));
    char **head = memory_zeroed(n, sizeof(*head));

    for (int c = 0; c < g->columns; c++)
        whole[c] = g->column[c].head;
    names_shorten(whole, g->columns, head);
    for (int c = 0; c < g->columns; c++)
        if (!brief || !g->column[c].field) {
            free(head[c]);
            head[c] = memory_string(whole[c]);
        }
    free(whole);
    return head;
}

static struct folds folds_of(const struct grid *g, int line, bool brief)
{
    struct folds f = {.grid = g, .head = heads_of(g, brief), .line = line};

    f.width = memory_zeroed((size_t)g->columns + 1, sizeof(*f.width));
    for (int c = 0; c < g->columns; c++)
        for (int r = -1; r < grid_shown(g); r++) {
            const int width = text_width(folds_text(&f, r, c));

            f.width[c] = width > f.width[c] ? width : f.width[c];
        }
    return f;
}

void folds_release(struct folds *f)
{
    for (int c = 0; c < f->grid->columns; c++)
        free(f->head[c]);
    free(f->head);
    free(f->width);
}

/* Width of the columns [first, end), with the space before each. */
static int span(const struct folds *f, int first, int end)
{
    int all = 0;

    for (int c = first; c < end; c++)
        all += f->width[c] + 2;
    return all;
}

static bool is_wide(const struct folds *f)
{
    return span(f, 0, f->grid->columns) > f->line + 2;
}

/* Behind a column and those that are joined to it. */
static int run_end(const struct grid *g, int column)
{
    do
        column++;
    while (column < g->columns && g->column[column].joined);
    return column;
}

/* Is there room beside the keys for the numbers behind them? */
static bool keys_fit(const struct folds *f, int keys)
{
    const int room = f->line + 2 - span(f, 0, keys);

    for (int c = keys, next; c < f->grid->columns; c = next) {
        next = run_end(f->grid, c);
        if (f->grid->column[c].right && span(f, c, next) > room)
            return false;
    }
    return true;
}

/* How many columns stand in each part; 0: it is better left in one. */
static int repeated(const struct folds *f)
{
    const struct grid *g = f->grid;

    if (g->keys < g->columns && keys_fit(f, g->keys))
        return g->keys;
    return g->alone && keys_fit(f, g->alone) ? g->alone : 0;
}

struct folds folds_begin(const struct grid *g, int line)
{
    struct folds whole = folds_of(g, line, false),
                 brief = folds_of(g, line, true);
    const bool folds = is_wide(&brief);
    const bool shortens =
        folds ? 2 * span(&whole, 0, g->keys) > line || !repeated(&whole)
              : is_wide(&whole);
    struct folds f = shortens ? brief : whole;

    folds_release(shortens ? &whole : &brief);
    f.keys = f.end = folds ? repeated(&f) : 0;
    return f;
}

/* How far a part reaches from its first column on: one run of joined columns at
 * least, and more as they fit. */
static int part_end(const struct folds *f)
{
    const struct grid *g = f->grid;
    const int room = f->line + 2 - span(f, 0, f->keys);
    int end = f->first;

    do {
        const int next = run_end(g, end);

        if (end > f->first && span(f, f->first, next) > room)
            break;
        end = next;
    } while (end < g->columns);
    return end;
}

bool folds_next(struct folds *f)
{
    const bool more = !f->begun || f->end < f->grid->columns;

    if (more) {
        f->begun = true;
        f->first = f->end;
        f->end = f->keys ? part_end(f) : f->grid->columns;
    }
    return more;
}
