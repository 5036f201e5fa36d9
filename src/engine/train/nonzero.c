#include "engine/train/nonzero.h"

#include <stdlib.h>

#include "base/core/memory.h"

/* Add a span that begins where the last one ends, or later. */
static void add(struct nonzero *l, struct element_range s, bool is_rows)
{
    struct nonzero_span *last = l->n ? &l->span[l->n - 1] : NULL;
    const size_t len = s.to - s.from;

    if (!len)
        return;
    if (last && last->of.to == s.from && last->is_rows == is_rows) {
        last->of.to = s.to;
    } else {
        GROW(l->span, l->n, l->room);
        l->span[l->n++] = (struct nonzero_span){s, l->end, is_rows};
    }
    *(is_rows ? &l->end.rows : &l->end.dense) += len;
}

/* Add the spans of a table's rows; returns the index of the first of `rows`
 * after the table. */
static int add_rows(struct nonzero *l, const struct param_table *t,
                    const struct packed_rows *rows, int i)
{
    const size_t width = (size_t)t->width;

    for (; i < rows->n && rows->id[i] < t->first + t->rows; i++) {
        const size_t from =
            t->offset + (size_t)(rows->id[i] - t->first) * width;

        add(l, (struct element_range){from, from + width}, true);
    }
    return i;
}

void nonzero_find(struct nonzero *l, size_t len, const struct param_tables *t,
                  const struct packed_rows *rows)
{
    size_t from = 0;

    l->n = 0;
    l->end = (struct nonzero_place){0};
    for (int k = 0, i = 0; k < t->n; k++) {
        add(l, (struct element_range){from, t->table[k].offset}, false);
        i = add_rows(l, &t->table[k], rows, i);
        from = t->table[k].offset + param_table_len(&t->table[k]);
    }
    add(l, (struct element_range){from, len}, false);
}

void nonzero_release(struct nonzero *l)
{
    free(l->span);
    *l = (struct nonzero){0};
}

int nonzero_first(const struct nonzero *l, size_t from)
{
    int low = 0, high = l->n;

    while (low < high) {
        const int middle = (low + high) / 2;

        if (l->span[middle].of.to <= from)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct nonzero_place nonzero_before(const struct nonzero *l, size_t from)
{
    const int i = nonzero_first(l, from);

    if (i == l->n)
        return l->end;
    const struct nonzero_span *s = &l->span[i];
    struct nonzero_place p = s->at;

    if (from > s->of.from)
        *(s->is_rows ? &p.rows : &p.dense) += from - s->of.from;
    return p;
}
