/* grid.c - a table of texts, written for a terminal, Markdown or CSV. */
#include "config.h"

#include "report/grid.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define TEXT_WIDTH 100 /* a wider table is folded */

const char *const grid_format_names[] = {"text", "markdown", "csv", NULL};

int grid_column(struct grid *g, bool right, const char *fmt, ...)
{
    struct str head = {0};
    va_list args;

    assert(g->rows == 0);
    va_start(args, fmt);
    str_addv(&head, fmt, args);
    va_end(args);
    GROW(g->column, g->columns, g->room);
    g->column[g->columns] =
        (struct grid_column){.head = str_take(&head), .right = right};
    return g->columns++;
}

int grid_row(struct grid *g)
{
    const size_t n = (size_t)g->columns;

    if (g->rows == g->row_room) {
        g->row_room = g->row_room ? 2 * g->row_room : 8;
        g->cell =
            memory_resize(g->cell, (size_t)g->row_room * n * sizeof(*g->cell));
    }
    for (size_t c = 0; c < n; c++)
        g->cell[(size_t)g->rows * n + c] = NULL;
    return g->rows++;
}

static char **cell_at(const struct grid *g, int row, int column)
{
    return &g->cell[(size_t)row * (size_t)g->columns + (size_t)column];
}

void grid_set(struct grid *g, int row, int column, const char *fmt, ...)
{
    char **cell = cell_at(g, row, column);
    struct str text = {0};
    va_list args;

    va_start(args, fmt);
    str_addv(&text, fmt, args);
    va_end(args);
    free(*cell);
    *cell = str_take(&text);
}

void grid_release(struct grid *g)
{
    for (int c = 0; c < g->columns; c++)
        free(g->column[c].head);
    for (int i = 0; i < g->rows * g->columns; i++)
        free(g->cell[i]);
    free(g->column);
    free(g->cell);
    *g = (struct grid){0};
}

int grid_shown(const struct grid *g)
{
    return g->most && g->most < g->rows ? g->most : g->rows;
}

/* Row -1 is the head. */
static const char *text_at(const struct grid *g, int row, int column)
{
    const char *text =
        row < 0 ? g->column[column].head : *cell_at(g, row, column);

    return text ? text : "";
}

/* Characters of UTF-8: bytes that do not continue another. */
static int width_of(const char *text)
{
    int n = 0;

    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static int column_width(const struct grid *g, int column)
{
    int widest = 0;

    for (int r = -1; r < grid_shown(g); r++) {
        int width = width_of(text_at(g, r, column));
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
        const char *text = text_at(f->grid, row, c);
        const bool right = f->grid->column[c].right;
        int space = f->width[c] - width_of(text);
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

static void render_text(const struct grid *g, struct str *out)
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

static void markdown_row(const struct grid *g, int row, struct str *out)
{
    for (int c = 0; c < g->columns; c++) {
        str_adds(out, c ? " | " : "| ");
        for (const char *p = text_at(g, row, c); *p; p++)
            str_addf(out, "%s%c", *p == '|' ? "\\" : "", *p == '\n' ? ' ' : *p);
    }
    str_adds(out, " |\n");
}

static void render_markdown(const struct grid *g, struct str *out)
{
    markdown_row(g, -1, out);
    for (int c = 0; c < g->columns; c++)
        str_addf(out, "%s%s", c ? "|" : "|",
                 g->column[c].right ? "---:" : "---");
    str_adds(out, "|\n");
    for (int r = 0; r < grid_shown(g); r++)
        markdown_row(g, r, out);
}

static void csv_cell(const char *text, struct str *out)
{
    if (!strpbrk(text, ",\"\r\n")) {
        str_adds(out, text);
        return;
    }
    str_adds(out, "\"");
    for (; *text; text++)
        str_addf(out, "%s%c", *text == '"' ? "\"" : "", *text);
    str_adds(out, "\"");
}

static void render_csv(const struct grid *g, struct str *out)
{
    for (int r = -1; r < grid_shown(g); r++) {
        for (int c = 0; c < g->columns; c++) {
            str_adds(out, c ? "," : "");
            csv_cell(text_at(g, r, c), out);
        }
        str_adds(out, "\r\n");
    }
}

void grid_render(const struct grid *g, enum table_format format,
                 struct str *out)
{
    static void (*const render[])(const struct grid *, struct str *) = {
        [TABLE_TEXT] = render_text,
        [TABLE_MARKDOWN] = render_markdown,
        [TABLE_CSV] = render_csv,
    };

    render[format](g, out);
}
