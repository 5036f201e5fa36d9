#include "engine/data/columns.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

void column_init(struct column *c, const struct column_kind *is)
{
    *c = (struct column){.is = *is};
    if (column_varies(is)) {
        c->start_room = 16;
        c->start = memory_zeroed(c->start_room, sizeof(*c->start));
    }
}

void column_clear(struct column *c)
{
    c->n = 0;
}

/* A grain has one value group per example even of OF_VISIT. */
static int of_in_a_grain(const struct column_kind *is)
{
    return is->of == OF_VISIT ? OF_EXAMPLE : is->of;
}

bool column_fits(const struct column *c, const struct column_kind *k)
{
    return !strcmp(c->is.name, k->name) && c->is.type == k->type &&
           column_varies(&c->is) == column_varies(k) &&
           (column_varies(k) || c->is.width == k->width);
}

bool column_is(const struct column_kind *one, const struct column_kind *other)
{
    return strcmp(one->name, other->name) == 0 && one->type == other->type &&
           one->width == other->width &&
           of_in_a_grain(one) == of_in_a_grain(other);
}

void column_release(struct column *c)
{
    free(c->start);
    free(c->value);
    *c = (struct column){0};
}

void column_image(struct column *c, struct image *m)
{
    IMAGE_VALUE(m, c->is);
    IMAGE_VALUE(m, c->n);
    if (column_varies(&c->is))
        IMAGE_ARRAY(m, c->start, c->n + 1);
    c->value =
        image_array(m, c->value, column_at(c, c->n) * column_size(&c->is));
}

/* Append n values at the end, without adding an entry. */
static void add_values(struct column *c, const void *value, size_t n)
{
    const size_t size = column_size(&c->is), end = column_at(c, c->n);

    if (end + n > c->room) {
        c->room = 2 * (end + n);
        c->value = memory_resize(c->value, c->room * size);
    }
    if (n)
        memcpy((char *)c->value + end * size, value, n * size);
}

static void grow_starts(struct column *c, size_t n)
{
    if (n < c->start_room)
        return;
    c->start_room = 2 * n;
    c->start = memory_resize(c->start, c->start_room * sizeof(*c->start));
}

void column_add(struct column *c, struct values v)
{
    assert(c->start || v.n == c->is.width);
    add_values(c, v.at, (size_t)v.n);
    if (c->start) {
        grow_starts(c, (size_t)c->n + 1);
        c->start[c->n + 1] = c->start[c->n] + (size_t)v.n;
    }
    c->n++;
}

void column_append(struct column *c, const struct column *more)
{
    const size_t from = column_at(c, c->n);

    add_values(c, more->value, column_at(more, more->n));
    if (c->start) {
        grow_starts(c, (size_t)c->n + (size_t)more->n);
        for (int i = 1; i <= more->n; i++)
            c->start[c->n + i] = from + more->start[i];
    }
    c->n += more->n;
}

struct values column_get(const struct column *c, int i)
{
    const size_t from = column_at(c, i);

    return (struct values){
        (const char *)c->value + from * column_size(&c->is),
        (int)(column_at(c, i + 1) - from),
    };
}

int columns_find(const struct column *c, int n, const struct column_kind *is)
{
    for (int i = 0; i < n; i++)
        if (column_is(&c[i].is, is))
            return i;
    return -1;
}

const struct column *column_named(const struct column *c, int n,
                                  const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(c[i].is.name, name) == 0)
            return &c[i];
    return NULL;
}

struct column *answer_sheet_add(struct answer_sheet *a,
                                const struct column_kind *is)
{
    struct column *c;

    assert(a->columns < MAX_COLUMNS);
    if (!a->column)
        a->column = memory_zeroed(MAX_COLUMNS, sizeof(*a->column));
    c = &a->column[a->columns++];
    column_init(c, is);
    return c;
}

void answer_sheet_release(struct answer_sheet *a)
{
    for (int c = 0; c < a->columns; c++)
        column_release(&a->column[c]);
    free(a->column);
    *a = (struct answer_sheet){0};
}
