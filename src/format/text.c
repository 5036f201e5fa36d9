/* text.c - tables for a terminal: columns aligned by the width of
 * characters, not by bytes. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "config/short_names.h"
#include "format/format.h"
#include "text/width.h"

#define USUAL_LINE 100 /* characters; a wider table is folded */

/* A part of a text table: the keys, and the columns [first, end). */
struct fold {
    const struct grid *grid;
    char **head; /* of each column; owned, each too, as the next is */
    int *width;
    int line, keys, first, end;
};

static const char *text_of(const struct fold *f, int row, int column)
{
    return row < 0 ? f->head[column] : grid_text(f->grid, row, column);
}

static void text_row(const struct fold *f, int row, struct str *out)
{
    const size_t start = out->len;

    for (int c = 0; c < f->end; c++) {
        if (c >= f->keys && c < f->first)
            continue;
        const char *text = text_of(f, row, c);
        const bool right = f->grid->column[c].right;
        int space = f->width[c] - text_width(text);
        str_addf(out, "%s%*s%s%*s", c ? "  " : "", right ? space : 0, "", text,
                 right ? 0 : space, "");
    }
    while (out->len > start && out->s[out->len - 1] == ' ')
        out->s[--out->len] = '\0';
    str_adds(out, "\n");
}

/* Width of the columns [first, end), with the space before each. */
static int span(const int *width, int first, int end)
{
    int all = 0;

    for (int c = first; c < end; c++)
        all += width[c] + 2;
    return all;
}

static void text_fold(const struct fold *f, struct str *out)
{
    const int all =
        span(f->width, 0, f->keys) + span(f->width, f->first, f->end) - 2;

    text_row(f, -1, out);
    for (int i = 0; i < all; i++)
        str_adds(out, "-");
    str_adds(out, "\n");
    for (int r = 0; r < grid_shown(f->grid); r++)
        text_row(f, r, out);
}

/* Behind a column and those that are joined to it. */
static int run_end(const struct grid *g, int column)
{
    do
        column++;
    while (column < g->columns && g->column[column].joined);
    return column;
}

/* How far a fold reaches from its first column on: one run of joined columns at
 * least, and more as they fit. */
static int fold_end(const struct fold *f)
{
    const struct grid *g = f->grid;
    const int room = f->line + 2 - span(f->width, 0, f->keys);
    int end = f->first;

    do {
        const int next = run_end(g, end);

        if (end > f->first && span(f->width, f->first, next) > room)
            break;
        end = next;
    } while (end < g->columns);
    return end;
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

static struct fold fold_of(const struct grid *g, int line, bool brief)
{
    struct fold f = {.grid = g, .head = heads_of(g, brief), .line = line};

    f.width = memory_zeroed((size_t)g->columns + 1, sizeof(*f.width));
    for (int c = 0; c < g->columns; c++)
        for (int r = -1; r < grid_shown(g); r++) {
            const int width = text_width(text_of(&f, r, c));

            f.width[c] = width > f.width[c] ? width : f.width[c];
        }
    return f;
}

static void fold_release(struct fold *f)
{
    for (int c = 0; c < f->grid->columns; c++)
        free(f->head[c]);
    free(f->head);
    free(f->width);
}

/* Is there room beside the keys for the numbers behind them? */
static bool keys_fit(const struct fold *f, int keys)
{
    const int room = f->line + 2 - span(f->width, 0, keys);

    for (int c = keys, next; c < f->grid->columns; c = next) {
        next = run_end(f->grid, c);
        if (f->grid->column[c].right && span(f->width, c, next) > room)
            return false;
    }
    return true;
}

/* How many columns stand in each fold; 0: it is better not folded. */
static int repeated(const struct fold *f)
{
    const struct grid *g = f->grid;

    return keys_fit(f, g->keys)                ? g->keys
           : g->alone && keys_fit(f, g->alone) ? g->alone
                                               : 0;
}

static void write_folds(struct fold *f, bool folds, struct str *out)
{
    const struct grid *g = f->grid;

    f->keys = f->first = folds ? repeated(f) : 0;
    do {
        str_adds(out, f->first > f->keys ? "\n" : "");
        f->end = f->keys && f->first < g->columns ? fold_end(f) : g->columns;
        text_fold(f, out);
        f->first = f->end;
    } while (f->first < g->columns);
}

/* Is it wider than its line? */
static bool is_wide(const struct fold *f)
{
    return span(f->width, 0, f->grid->columns) > f->line + 2;
}

/* Short names stand where they keep a table from being folded, or where the
 * keys would fill more than half of each fold. */
static void write_grid(const struct grid *g, int line, struct str *out)
{
    struct fold whole = fold_of(g, line, false), brief = fold_of(g, line, true);
    const bool folds = is_wide(&brief);
    const bool shortens =
        folds ? 2 * span(whole.width, 0, g->keys) > line : is_wide(&whole);

    write_folds(shortens ? &brief : &whole, folds, out);
    fold_release(&whole);
    fold_release(&brief);
}

/* Where a line of n bytes is cut for a terminal: at the last blank that leaves
 * no more than `room` before it, or at the first. */
static size_t cut_at(const char *text, size_t n, size_t room)
{
    size_t cut = n;

    for (size_t i = 1; i < n && (i <= room || cut == n); i++)
        if (text[i] == ' ' && text[i - 1] != ' ')
            cut = i;
    return n <= room ? n : cut;
}

/* Lines that a terminal would break within a word. */
static void write_notes(const char *notes, int line, struct str *out)
{
    for (size_t n; *notes; notes += n + (notes[n] == '\n')) {
        n = strcspn(notes, "\n");
        size_t at = 0;

        do {
            const size_t room = line ? (size_t)line - (at ? 1 : 0) : n;
            const size_t part = cut_at(notes + at, n - at, room);

            str_adds(out, at ? " " : "");
            str_add(out, notes + at, part);
            str_adds(out, "\n");
            at += part;
        } while (at < n);
    }
}

static int write(const struct sheet *s, struct str *out, struct error *e)
{
    const int more = s->grid->rows - grid_shown(s->grid);

    (void)e;
    write_grid(s->grid, s->line ? s->line : USUAL_LINE, out);
    if (s->all && more)
        str_addf(out, "%d more: %s\n", more, s->all);
    if (s->notes) {
        str_adds(out, "\n");
        write_notes(s->notes, s->line, out);
    }
    return 0;
}

const struct format_kind format_text = {
    .is = {.name = "text",
           .summary = "for a terminal: a table wider than that, or than 100 "
                      "characters elsewhere, may have short names of fields, "
                      "or is folded into several, each with the leading "
                      "columns",
           .fields = no_fields},
    .write = write,
};
