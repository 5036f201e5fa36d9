/* table_data.c - a table as a compound dataset. */
#include "config.h"

#include "engine/store/table_data.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

static const union table_cell *cell_at(const struct table_data *t, int row,
                                       int col)
{
    return &t->cell[(size_t)row * (size_t)t->columns + (size_t)col];
}

void table_data_release(struct table_data *t)
{
    for (int c = 0; c < t->columns; c++)
        for (int r = 0; r < t->rows && t->column[c].type == CELL_TEXT; r++)
            free(cell_at(t, r, c)->s);
    free(t->column);
    free(t->cell);
    *t = (struct table_data){0};
}

static size_t column_bytes(const struct table_column *c)
{
    return c->type == CELL_TEXT ? (size_t)(c->width > 0 ? c->width : 1) : 8;
}

void table_column_fit(struct table_column *c, const char *text)
{
    const int width = text ? (int)strlen(text) : 0;
    char *end;

    strtol(text ? text : "", &end, 10);
    if (c->type == CELL_INT && (!width || *end))
        c->type = CELL_REAL;
    strtod(text ? text : "", &end);
    if (*end || (text && !width))
        c->type = CELL_TEXT;
    c->width = width > c->width ? width : c->width;
}

union table_cell table_cell(const struct table_column *c, const char *text)
{
    const char *is = text ? text : "";

    switch (c->type) {
    case CELL_INT:
        return (union table_cell){.i = strtol(is, NULL, 10)};
    case CELL_REAL:
        return (union table_cell){.r = *is ? strtod(is, NULL) : (double)NAN};
    default:
        return (union table_cell){.s = memory_string(is)};
    }
}

void table_data_name(const struct table_column *c, char name[COLUMN_NAME])
{
    memcpy(name, c->name, COLUMN_NAME);
    for (char *p = name; *p; p++)
        if ((unsigned char)*p < 128 && !isalnum((unsigned char)*p))
            *p = '_';
}

size_t table_row_bytes(const struct table_column *column, int columns)
{
    size_t bytes = 0;

    for (int c = 0; c < columns; c++)
        bytes += column_bytes(&column[c]);
    return bytes;
}

hid_t table_row_type(struct hdf5 *h, const struct table_column *column,
                     int columns)
{
    hid_t type = H5Tcreate(H5T_COMPOUND, table_row_bytes(column, columns));
    size_t offset = 0;
    char name[COLUMN_NAME];

    for (int c = 0; c < columns; c++) {
        const struct table_column *col = &column[c];
        hid_t text = hdf5_text_type(column_bytes(col));
        table_data_name(col, name);
        if (H5Tinsert(type, name, offset,
                      col->type == CELL_INT    ? H5T_NATIVE_LONG
                      : col->type == CELL_REAL ? H5T_NATIVE_DOUBLE
                                               : text) < 0)
            hdf5_fail(h, "cannot have a column '%s'", name);
        H5Tclose(text);
        offset += column_bytes(col);
    }
    return type;
}

void table_row_pack(const struct table_column *column, int columns,
                    const union table_cell *cell, char *out)
{
    for (int c = 0; c < columns; c++, cell++) {
        size_t bytes = column_bytes(&column[c]);
        if (column[c].type == CELL_TEXT && cell->s) {
            size_t len = strlen(cell->s);
            memcpy(out, cell->s, len < bytes ? len : bytes);
        } else if (column[c].type != CELL_TEXT) {
            memcpy(out, cell, bytes);
        }
        out += bytes;
    }
}

void table_data_put(struct hdf5 *h, const char *path,
                    const struct table_data *t)
{
    const hsize_t n = (hsize_t)t->rows;
    const size_t bytes = table_row_bytes(t->column, t->columns);
    char *rows = memory_zeroed((size_t)t->rows + 1, bytes);

    for (int r = 0; r < t->rows; r++)
        table_row_pack(t->column, t->columns, cell_at(t, r, 0),
                       rows + (size_t)r * bytes);
    hid_t type = table_row_type(h, t->column, t->columns);
    hdf5_put_array(h, path, type, 1, &n, rows);
    H5Tclose(type);
    free(rows);
}
