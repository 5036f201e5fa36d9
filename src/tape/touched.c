#include "tape/touched.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void touched_add_table(struct touched *t, size_t offset, int rows, int width)
{
    assert(!t->tables || t->table[t->tables - 1].offset < offset);
    GROW(t->table, t->tables, t->room);
    t->table[t->tables++] = (struct touched_table){
        .offset = offset,
        .rows = rows,
        .width = width,
        .stamp = memory_zeroed((size_t)rows, sizeof(uint32_t)),
    };
}

void touched_release(struct touched *t)
{
    for (int i = 0; i < t->tables; i++) {
        free(t->table[i].row);
        free(t->table[i].stamp);
    }
    free(t->table);
    *t = (struct touched){0};
}

void touched_begin(struct touched *t)
{
    for (int i = 0; i < t->tables; i++) {
        struct touched_table *x = &t->table[i];

        x->n = 0;
        if (t->now == UINT32_MAX)
            memset(x->stamp, 0, (size_t)x->rows * sizeof(*x->stamp));
    }
    t->now = t->now == UINT32_MAX ? 1 : t->now + 1;
}

void touched_note(struct touched *t, size_t offset, const int32_t *id, int n)
{
    struct touched_table *x = t->table;

    while (x < t->table + t->tables && x->offset != offset)
        x++;
    assert(x < t->table + t->tables);
    for (int i = 0; i < n; i++) {
        if (x->stamp[id[i]] == t->now)
            continue;
        x->stamp[id[i]] = t->now;
        GROW(x->row, x->n, x->room);
        x->row[x->n++] = id[i];
    }
}
