/* grid.c - a table of texts, independent of its format. */
#include "config.h"

#include "report/format/grid.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/show.h"

static int add_column(struct grid *g, struct grid_column c, const char *fmt,
                      va_list args)
{
    struct str head = {0};

    assert(g->rows == 0);
    str_addv(&head, fmt, args);
    c.head = str_take(&head);
    GROW(g->column, g->columns, g->room);
    g->column[g->columns] = c;
    return g->columns++;
}

int grid_column(struct grid *g, bool right, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    const int column =
        add_column(g, (struct grid_column){.right = right}, fmt, args);

    va_end(args);
    return column;
}

int grid_reals(struct grid *g, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    const int column = add_column(
        g, (struct grid_column){.right = true, .real = true}, fmt, args);

    va_end(args);
    return column;
}

int grid_find(const struct grid *g, const char *head)
{
    for (int c = 0; c < g->columns; c++)
        if (!strcmp(g->column[c].head, head))
            return c;
    return -1;
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

void grid_mark(struct grid *g, const char *head, long value)
{
    const struct grid was = *g;
    const size_t bytes = (size_t)was.columns * sizeof(*was.cell);

    g->cell = NULL;
    g->rows = g->row_room = 0;
    const int column = grid_column(g, true, "%s", head);

    for (int r = 0; r < was.rows; r++) {
        grid_row(g);
        memcpy(cell_at(g, r, 0), cell_at(&was, r, 0), bytes);
        grid_set(g, r, column, "%ld", value);
    }
    free(was.cell);
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

static int shown_bytes(const char *text, int bytes)
{
    struct str out = {0};

    show_bytes(text, (size_t)bytes, &out);
    const int n = (int)out.len;

    str_release(&out);
    return n;
}

struct grid grid_show(const struct grid *g)
{
    const size_t cells = (size_t)g->rows * (size_t)g->columns;
    struct grid s = *g;

    s.room = s.columns;
    s.row_room = s.rows;
    s.column = memory_zeroed((size_t)g->columns + 1, sizeof(*s.column));
    s.cell = memory_zeroed(cells + 1, sizeof(*s.cell));
    for (int c = 0; c < g->columns; c++) {
        s.column[c] = g->column[c];
        s.column[c].over = shown_bytes(g->column[c].head, g->column[c].over);
        s.column[c].head = show_copy(g->column[c].head);
    }
    for (size_t i = 0; i < cells; i++)
        s.cell[i] = g->cell[i] ? show_copy(g->cell[i]) : NULL;
    return s;
}

int grid_shown(const struct grid *g)
{
    return g->most && g->most < g->rows ? g->most : g->rows;
}

int grid_span(const struct grid *g, int column)
{
    const struct grid_column *first = &g->column[column];
    int n = 1;

    while (first->over && column + n < g->columns &&
           first[n].over == first->over &&
           !strncmp(first[n].head, first->head, (size_t)first->over))
        n++;
    return n;
}

const char *grid_text(const struct grid *g, int row, int column)
{
    const char *text =
        row < 0 ? g->column[column].head : *cell_at(g, row, column);

    return text ? text : "";
}

bool grid_is_empty(const struct grid *g, int row, int column)
{
    const char *text = *cell_at(g, row, column);

    return !text || (!*text && !g->column[column].texts);
}

static double number_of(const struct grid *g, int row, int column)
{
    const char *text = grid_text(g, row, column);
    char *end;
    const double x = strtod(text, &end);

    return end == text ? (double)NAN : x * g->column[column].better;
}

bool grid_is_best(const struct grid *g, int row, int column)
{
    const double x = number_of(g, row, column);
    bool best = g->column[column].better && !isnan(x), any_worse = false;

    for (int r = 0; r < g->rows && best; r++) {
        const double other = number_of(g, r, column);

        best = !(other > x);
        any_worse |= other < x;
    }
    return best && any_worse;
}

enum cell_type grid_type(const struct grid *g, int column)
{
    const struct grid_column *is = &g->column[column];
    struct table_column c = {.type = is->real ? CELL_REAL : CELL_INT};

    if (!is->right && !is->values)
        return CELL_TEXT;
    for (int r = 0; r < grid_shown(g); r++) {
        const char *text = grid_text(g, r, column);

        if (*text)
            table_column_fit(&c, text);
    }
    return c.width ? c.type : is->right ? CELL_REAL : CELL_TEXT;
}
