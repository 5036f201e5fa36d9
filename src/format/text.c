/* text.c - tables for a terminal: columns aligned by the width of
 * characters, not by bytes. */
#include "config.h"

#include <stdlib.h>

#include "base/memory.h"
#include "format/format.h"
#include "text/width.h"

#define TEXT_WIDTH 100 /* a wider table is folded */

static int column_width(const struct grid *g, int column)
{
    int widest = 0;

    for (int r = -1; r < grid_shown(g); r++) {
        int width = text_width(grid_text(g, r, column));
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* A part of a text table: the keys, and the columns [first, end). */
struct fold {
    const struct grid *grid;
    const int *width; /* of each column; borrowed */
    int first, end;
};

static void text_row(const struct fold *f, int row, struct str *out)
{
    const size_t start = out->len;

    for (int c = 0; c < f->end; c++) {
        if (c >= f->grid->keys && c < f->first)
            continue;
        const char *text = grid_text(f->grid, row, c);
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
        span(f->width, 0, f->grid->keys) + span(f->width, f->first, f->end) - 2;

    text_row(f, -1, out);
    for (int i = 0; i < all; i++)
        str_adds(out, "-");
    str_adds(out, "\n");
    for (int r = 0; r < grid_shown(f->grid); r++)
        text_row(f, r, out);
}

/* How far a fold that begins at `first` reaches: one run of joined columns at
 * least, and more as they fit. */
static int fold_end(const struct grid *g, const int *width, int first)
{
    const int room = TEXT_WIDTH + 2 - span(width, 0, g->keys);
    int end = first;

    do {
        int next = end + 1;
        while (next < g->columns && g->column[next].joined)
            next++;
        if (end > first && span(width, first, next) > room)
            break;
        end = next;
    } while (end < g->columns);
    return end;
}

static void write_grid(const struct grid *g, struct str *out)
{
    int *width = memory_zeroed((size_t)g->columns + 1, sizeof(*width));
    struct fold f = {.grid = g, .width = width, .first = g->keys};

    for (int c = 0; c < g->columns; c++)
        width[c] = column_width(g, c);
    const bool folds = span(width, 0, g->columns) > TEXT_WIDTH + 2 &&
                       span(width, 0, g->keys) <= TEXT_WIDTH - 40;
    do {
        str_adds(out, f.first > g->keys ? "\n" : "");
        f.end = folds && f.first < g->columns ? fold_end(g, width, f.first)
                                              : g->columns;
        text_fold(&f, out);
        f.first = f.end;
    } while (f.first < g->columns);
    free(width);
}

static int write(const struct sheet *s, struct str *out, struct error *e)
{
    const int more = s->grid->rows - grid_shown(s->grid);

    (void)e;
    write_grid(s->grid, out);
    if (s->all && more)
        str_addf(out, "%d more: %s\n", more, s->all);
    str_addf(out, "%s%s", s->notes ? "\n" : "", s->notes ? s->notes : "");
    return 0;
}

const struct format_kind format_text = {
    .is = {.name = "text",
           .summary = "for a terminal: one wider than 100 characters is folded "
                      "into several, each with the leading columns",
           .fields = no_fields},
    .write = write,
};
