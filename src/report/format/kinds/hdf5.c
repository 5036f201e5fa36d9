/*
 * hdf5.c - tables as HDF5: the compound dataset /table, in which each column is
 * of ints, reals or texts (store/table_data.h).  It can be read by
 *
 *     pandas.read_hdf("table.h5", "/table")
 *
 * An empty cell is NaN or "".  If two columns would have the same name in the
 * file, the second gets "_2" at its end, and so on.  The root has the
 * attributes format ("codarun table 1"), title and notes, lines.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/store/hdf5.h"
#include "engine/store/schema.h"
#include "engine/store/table_data.h"
#include "report/format/format.h"

static bool any_empty(const struct grid *g, int column)
{
    for (int r = 0; r < grid_shown(g); r++)
        if (!*grid_text(g, r, column))
            return true;
    return false;
}

/* A column with empty cells is real, since no int can mean "empty". */
static enum cell_type type_of(const struct grid *g, int column)
{
    const enum cell_type type = grid_type(g, column);

    return type == CELL_INT && any_empty(g, column) ? CELL_REAL : type;
}

static void fill_cell(struct table_column *c, const char *text,
                      union table_cell *cell)
{
    const int width = (int)strlen(text);

    *cell = table_cell(c, text);
    if (c->type == CELL_TEXT && width > c->width)
        c->width = width;
}

/* True if an earlier column has the same name in the file. */
static bool is_taken(const struct table_data *t, int column)
{
    char name[COLUMN_NAME], other[COLUMN_NAME];

    table_data_name(&t->column[column], name);
    for (int c = 0; c < column; c++) {
        table_data_name(&t->column[c], other);
        if (!strcmp(name, other))
            return true;
    }
    return false;
}

static void name_column(struct table_data *t, int column, const char *head)
{
    char *name = t->column[column].name;

    snprintf(name, COLUMN_NAME, "%s", head);
    for (int n = 2; is_taken(t, column); n++) {
        char *number = memory_format("_%d", n);

        snprintf(name, COLUMN_NAME, "%.*s%s",
                 COLUMN_NAME - 1 - (int)strlen(number), head, number);
        free(number);
    }
}

static void fill(struct table_data *t, const struct grid *g)
{
    const size_t columns = (size_t)g->columns;

    *t = (struct table_data){.columns = g->columns, .rows = grid_shown(g)};
    t->column = memory_zeroed(columns + 1, sizeof(*t->column));
    t->cell = memory_zeroed(columns * (size_t)t->rows + 1, sizeof(*t->cell));
    for (int c = 0; c < t->columns; c++) {
        struct table_column *column = &t->column[c];

        name_column(t, c, g->column[c].head);
        column->type = type_of(g, c);
        for (int r = 0; r < t->rows; r++)
            fill_cell(column, grid_text(g, r, c),
                      &t->cell[(size_t)r * columns + (size_t)c]);
    }
}

static int write(const struct sheet *s, struct str *out, struct error *e)
{
    struct table_data t;
    struct str image = {0};
    struct hdf5 h;

    fill(&t, s->grid);
    hdf5_create(&h, 0, e);
    hdf5_put_text(&h, "/", "format", "codarun table 1");
    hdf5_put_text(&h, "/", "title", s->title ? s->title : "");
    hdf5_put_text(&h, "/", "notes", s->notes ? s->notes : "");
    table_data_put(&h, "/table", &t);
    schema_describe(&h, "table", SCHEMA_COLUMNS);
    const int failed = hdf5_finish(&h, &image);

    if (!failed)
        str_add(out, image.s, image.len);
    str_release(&image);
    table_data_release(&t);
    return failed;
}

const struct format_kind format_hdf5 = {
    .is = {.name = "hdf5",
           .summary = "the compound dataset /table; attributes format, title, "
                      "notes",
           .fields = no_fields},
    .data = true,
    .file = true,
    .whole = true,
    .write = write,
};
