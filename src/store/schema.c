#include "config.h"

#include "store/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/schema_rows.h"

#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

static const char *const columns[] = {"file",  "name",  "type",
                                      "shape", "units", "meaning"};
#define COLUMNS ((int)(sizeof(columns) / sizeof(*columns)))
#define ROWS ((int)(sizeof(rows) / sizeof(*rows)))

/* Capitals of a pattern stand for one character or more within a part of a
 * name. */
static bool fits(const char *pattern, const char *name)
{
    const size_t any = strspn(pattern, CAPITALS);

    if (!any)
        return *pattern == *name && (!*pattern || fits(pattern + 1, name + 1));
    while (*name && !strchr("/@:", *name))
        if (fits(pattern + any, ++name))
            return true;
    return false;
}

/* The first row of a sweep file that fits; NULL: there is none. */
static const struct schema_row *schema_find(const char *name)
{
    for (int r = 0; r < ROWS; r++)
        if (!strcmp(rows[r].file, "sweep") && fits(rows[r].name, name))
            return &rows[r];
    return NULL;
}

static void put_cell(struct table_data *t, int r, int c, const char *text)
{
    const int width = (int)strlen(text);

    t->cell[r * COLUMNS + c].s = memory_string(text);
    if (width > t->column[c].width)
        t->column[c].width = width;
}

static void put_row(struct table_data *t, int r)
{
    const struct schema_row *x = &rows[r];
    const char *const text[] = {x->file,  x->name,  x->type,
                                x->shape, x->units, x->meaning};

    for (int c = 0; c < COLUMNS; c++)
        put_cell(t, r, c, text[c]);
}

void schema_put(struct hdf5 *h)
{
    struct table_data t = {.columns = COLUMNS, .rows = ROWS};

    t.column = memory_zeroed((size_t)COLUMNS, sizeof(*t.column));
    t.cell = memory_zeroed((size_t)(ROWS * COLUMNS), sizeof(*t.cell));
    for (int c = 0; c < COLUMNS; c++) {
        snprintf(t.column[c].name, COLUMN_NAME, "%s", columns[c]);
        t.column[c].type = CELL_TEXT;
    }
    for (int r = 0; r < ROWS; r++)
        put_row(&t, r);
    table_data_put(h, "/schema", &t);
    schema_describe(h, "/schema");
    table_data_release(&t);
}

void schema_describe(struct hdf5 *h, const char *path)
{
    const struct schema_row *x = schema_find(path);

    if (x)
        hdf5_put_text(h, path, "description", x->meaning);
}

static void put_units(struct hdf5 *h, const char *column)
{
    char *name = memory_format("/trials:%s", column);
    char *attribute = memory_format("%s_units", column);
    const struct schema_row *x = schema_find(name);

    if (x && strcmp(x->units, "-") != 0)
        hdf5_put_text(h, "/trials", attribute, x->units);
    free(attribute);
    free(name);
}

void schema_put_units(struct hdf5 *h, const struct table_data *trials)
{
    char column[COLUMN_NAME];

    for (int c = 0; c < trials->columns; c++) {
        table_data_name(&trials->column[c], column);
        put_units(h, column);
    }
}
