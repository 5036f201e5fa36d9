#include "config.h"

#include "engine/store/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/store/schema_rows.h"
#include "engine/store/table_data.h"

static const char *const columns[] = {"file",  "name",  "type",
                                      "shape", "units", "meaning"};
#define COLUMNS ((int)(sizeof(columns) / sizeof(*columns)))
#define ROWS ((int)(sizeof(rows) / sizeof(*rows)))

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Capitals of a pattern match one character or more within a part of a name. */
static bool fits(const char *pattern, const char *name)
{
    if (!is_capital(*pattern))
        return *pattern == *name && (!*pattern || fits(pattern + 1, name + 1));
    while (is_capital(*pattern))
        pattern++;
    while (*name && !strchr("/@:", *name))
        if (fits(pattern, ++name))
            return true;
    return false;
}

const struct schema_row *schema_find(const char *file, const char *name)
{
    for (int r = 0; r < ROWS; r++)
        if (!strcmp(rows[r].file, file) && fits(rows[r].name, name))
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
    table_data_release(&t);
}

/* Attributes of the dataset at a path, or of a column; for a column `prefix` is
 * its name and `_`. */
static void put_meaning(struct hdf5 *h, const char *path, const char *prefix,
                        const struct schema_row *x)
{
    char *attribute = memory_format("%sdescription", prefix);

    hdf5_put_text(h, path, attribute, x->meaning);
    free(attribute);
}

static void put_units(struct hdf5 *h, const char *path, const char *prefix,
                      const struct schema_row *x)
{
    char *attribute = memory_format("%sunits", prefix);

    if (strcmp(x->units, "-") != 0)
        hdf5_put_text(h, path, attribute, x->units);
    free(attribute);
}

struct described {
    struct hdf5 *h;
    const char *file, *path;
    enum schema_detail detail;
};

static void describe_column(void *described, const char *column)
{
    const struct described *d = described;
    char *name = memory_format("%s:%s", d->path, column);
    char *prefix = memory_format("%s_", column);
    const struct schema_row *x = schema_find(d->file, name);

    if (x && d->detail == SCHEMA_COLUMNS)
        put_meaning(d->h, d->path, prefix, x);
    if (x)
        put_units(d->h, d->path, prefix, x);
    free(prefix);
    free(name);
}

static void describe(struct described *d)
{
    const struct schema_row *x = schema_find(d->file, d->path);

    if (x) {
        put_meaning(d->h, d->path, "", x);
        put_units(d->h, d->path, "", x);
    }
    hdf5_columns(d->h, d->path, describe_column, d);
}

struct paths {
    int n, room;
    char **path; /* owned, each */
};

static void add_path(void *paths, const struct hdf5_dataset *d)
{
    struct paths *p = paths;

    GROW(p->path, p->n, p->room);
    p->path[p->n++] = memory_string(d->path);
}

/* The paths are collected first: the objects that HDF5 lists must not change
 * meanwhile. */
void schema_describe(struct hdf5 *h, const char *file,
                     enum schema_detail detail)
{
    struct paths p = {0};

    hdf5_datasets(h, add_path, &p);
    for (int i = 0; i < p.n; i++) {
        describe(&(struct described){h, file, p.path[i], detail});
        free(p.path[i]);
    }
    free(p.path);
}
