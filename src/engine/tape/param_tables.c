#include "engine/tape/param_tables.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

void param_tables_add(struct param_tables *t, int param, size_t offset,
                      int rows, int width)
{
    const struct param_table *last = t->n ? &t->table[t->n - 1] : NULL;
    const int32_t first = last ? last->first + last->rows : 0;

    assert(!last || last->offset + param_table_len(last) <= offset);
    assert(rows <= INT32_MAX - first);
    GROW(t->table, t->n, t->room);
    t->table[t->n++] = (struct param_table){.param = param,
                                            .offset = offset,
                                            .rows = rows,
                                            .width = width,
                                            .first = first};
}

void param_tables_release(struct param_tables *t)
{
    free(t->table);
    *t = (struct param_tables){0};
}

size_t param_tables_dense(const struct param_tables *t, size_t offset)
{
    size_t dense = offset;

    for (int i = 0; i < t->n && t->table[i].offset < offset; i++) {
        const size_t before = offset - t->table[i].offset;
        const size_t len = param_table_len(&t->table[i]);

        dense -= before < len ? before : len;
    }
    return dense;
}

void table_grads_init(struct table_grads *g, const struct param_tables *of)
{
    g->of = of;
    g->table = memory_zeroed((size_t)of->n, sizeof(*g->table));
    for (int i = 0; i < of->n; i++)
        g->table[i].of = &of->table[i];
}

void table_grads_release(struct table_grads *g)
{
    for (int i = 0; g->table && i < g->of->n; i++) {
        free(g->table[i].row);
        free(g->table[i].grad);
        free(g->table[i].place);
    }
    free(g->table);
    *g = (struct table_grads){0};
}

void table_grads_begin(struct table_grads *g)
{
    for (int i = 0; i < g->of->n; i++) {
        struct table_grad *x = &g->table[i];

        x->n = 0;
        if (!x->place)
            x->place = memory_zeroed((size_t)x->of->rows, sizeof(*x->place));
    }
}

struct table_grad *table_grads_of(struct table_grads *g, int param)
{
    struct table_grad *x = g->table;

    while (x < g->table + g->of->n && x->of->param != param)
        x++;
    assert(x < g->table + g->of->n);
    return x;
}

static void make_room(struct table_grad *g, int n)
{
    const size_t width = (size_t)g->of->width;

    if (n <= g->room)
        return;
    g->room = n > 2 * g->room ? n : 2 * g->room;
    g->row = memory_resize(g->row, (size_t)g->room * sizeof(*g->row));
    g->grad =
        memory_resize(g->grad, (size_t)g->room * width * sizeof(*g->grad));
}

/* The index of a row, which is added if it is new. */
static int32_t place_of(struct table_grad *g, int32_t row)
{
    const size_t width = (size_t)g->of->width;

    assert(row >= 0 && row < g->of->rows);
    const int32_t at = g->place[row];

    if (at < g->n && g->row[at] == row)
        return at;
    make_room(g, g->n + 1);
    g->row[g->n] = row;
    memset(g->grad + (size_t)g->n * width, 0, width * sizeof(*g->grad));
    return g->place[row] = g->n++;
}

void table_grad_rows(struct table_grad *g, const int32_t *id, int n,
                     int32_t *place)
{
    for (int i = 0; i < n; i++)
        place[i] = place_of(g, id[i]);
}
