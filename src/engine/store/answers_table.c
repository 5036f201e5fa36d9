#include "config.h"

#include "engine/store/answers_table.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const type_names[] = {[COLUMN_INT] = "int",
                                         [COLUMN_FLOAT] = "float",
                                         [COLUMN_BYTE] = "byte",
                                         NULL};

static hid_t type_of(const struct column_kind *is)
{
    switch (is->type) {
    case COLUMN_INT:
        return H5T_NATIVE_INT32;
    case COLUMN_FLOAT:
        return H5T_NATIVE_FLOAT;
    case COLUMN_BYTE:
        break;
    }
    return H5T_NATIVE_UCHAR;
}

static void put_column(struct hdf5 *h, const char *path, const struct column *c)
{
    const hsize_t extent[] = {(hsize_t)c->n, (hsize_t)c->is.width};
    const hsize_t values = (hsize_t)column_at(c, c->n);
    const hsize_t starts = (hsize_t)c->n + 1;
    char name[96];

    hdf5_put_text(h, path, c->is.name, type_names[c->is.type]);
    snprintf(name, sizeof(name), "%s/%s", path, c->is.name);
    if (!c->start) {
        hdf5_put_array(h, name, type_of(&c->is), 2, extent, c->value);
        return;
    }
    hdf5_put_array(h, name, type_of(&c->is), 1, &values, c->value);
    snprintf(name, sizeof(name), "%s/%s_start", path, c->is.name);
    hdf5_put_array(h, name, H5T_NATIVE_HSIZE, 1, &starts, c->start);
}

void answers_put(struct hdf5 *h, const char *path, const struct answer_sheet *a)
{
    if (a->n == 0)
        return;
    hdf5_put_group(h, path);
    for (int c = 0; c < a->columns; c++)
        put_column(h, path, &a->column[c]);
}

/* A column whose entries all have as many values. */
static void get_even(struct hdf5 *h, const char *name, struct column *c)
{
    hsize_t extent[2];

    c->value = hdf5_get_array(h, name, type_of(&c->is), column_size(&c->is), 2,
                              extent);
    if (extent[0] > INT_MAX || extent[1] > INT_MAX) {
        hdf5_fail(h, "'%s' is too large", name);
        return;
    }
    c->n = (int)extent[0];
    c->is.width = (int)extent[1];
}

static void get_varied(struct hdf5 *h, const char *name, const char *start,
                       struct column *c)
{
    hsize_t starts, values;

    c->is.width = COLUMN_RAGGED;
    c->start = hdf5_get_array(h, start, H5T_NATIVE_HSIZE, sizeof(*c->start), 1,
                              &starts);
    c->value = hdf5_get_array(h, name, type_of(&c->is), column_size(&c->is), 1,
                              &values);
    if (starts > INT_MAX) {
        hdf5_fail(h, "'%s' is too large", start);
        return;
    }
    c->n = c->start ? (int)starts - 1 : 0;
    for (int i = 0; i < c->n; i++)
        if (c->start[i] > c->start[i + 1])
            hdf5_fail(h, "'%s' falls at %d", start, i);
    if (!c->start || c->start[0] != 0 || c->start[c->n] != values)
        hdf5_fail(h, "'%s' does not cover '%s'", start, name);
}

static int find_type(const char *name, enum column_type *type)
{
    for (int i = 0; type_names[i]; i++)
        if (strcmp(name, type_names[i]) == 0) {
            *type = (enum column_type)i;
            return 0;
        }
    return -1;
}

/* The argument of get_column() as a callback. */
struct column_reader {
    struct hdf5 *h;
    const char *path;
    struct answer_sheet *a;
};

static void get_column(struct column_reader *r, const char *column,
                       const char *type, const char *start)
{
    struct answer_sheet *a = r->a;
    struct column_kind is = {.width = 1, .of = OF_EXAMPLE};
    char name[96], starts[96];

    if (a->columns == MAX_COLUMNS || strlen(column) >= sizeof(is.name)) {
        hdf5_fail(r->h, "'%s': found a column '%s' too many, or too long",
                  r->path, column);
        return;
    }
    memcpy(is.name, column, strlen(column) + 1);
    snprintf(name, sizeof(name), "%s/%s", r->path, column);
    snprintf(starts, sizeof(starts), "%s/%s", r->path, start);
    struct column *c = answer_sheet_add(a, &is);

    if (find_type(type, &c->is.type)) {
        hdf5_fail(r->h, "'%s': found type '%s', expected int, float or byte",
                  name, type);
        return;
    }
    if (hdf5_has(r->h, starts))
        get_varied(r->h, name, starts, c);
    else
        get_even(r->h, name, c);
    if (a->columns > 1 && c->n != a->n)
        hdf5_fail(r->h, "'%s' has %d entries, expected %d", name, c->n, a->n);
    a->n = c->n;
}

static void get_named(void *reader, const char *column)
{
    struct column_reader *r = reader;
    char *type = hdf5_get_text(r->h, r->path, column), start[64];

    snprintf(start, sizeof(start), "%.40s_start", column);
    if (type)
        get_column(r, column, type, start);
    free(type);
}

/* Read a column of version 1, if it exists. */
static void get_old(struct column_reader *r, const char *column,
                    const char *type)
{
    char name[96];

    snprintf(name, sizeof(name), "%s/%s", r->path, column);
    if (hdf5_has(r->h, name))
        get_column(r, column, type, "start");
}

void answers_get(struct hdf5 *h, const char *path, struct answer_sheet *a)
{
    struct column_reader r = {h, path, a};

    *a = (struct answer_sheet){0};
    if (!hdf5_has(h, path))
        return;
    hdf5_attributes(h, path, get_named, &r);
    if (a->columns)
        return;
    get_old(&r, "score", "float");
    get_old(&r, "token", "int");
}
