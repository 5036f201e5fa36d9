#include "train/live.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"

static void make_room(struct live *l, int n)
{
    if (n <= l->room)
        return;
    l->room = n > 2 * l->room ? n : 2 * l->room;
    l->span = memory_resize(l->span, (size_t)l->room * sizeof(*l->span));
    l->at = memory_resize(l->at, (size_t)l->room * sizeof(*l->at));
}

/* A span that begins no earlier than the last one. */
static void add(struct live *l, size_t from, size_t to)
{
    struct span *last = l->n ? &l->span[l->n - 1] : NULL;

    if (from == to)
        return;
    if (last && last->to >= from) {
        last->to = last->to > to ? last->to : to;
        return;
    }
    make_room(l, l->n + 1);
    l->span[l->n++] = (struct span){from, to};
}

/* Where each span stands, packed. */
static void place(struct live *l)
{
    size_t at = 0;

    for (int i = 0; i < l->n; i++) {
        l->at[i] = at;
        at += l->span[i].to - l->span[i].from;
    }
}

static int ascending(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

    return (x > y) - (x < y);
}

static void add_rows(struct live *l, struct touched_table *t)
{
    const size_t width = (size_t)t->width;

    if (t->n)
        qsort(t->row, (size_t)t->n, sizeof(*t->row), ascending);
    for (int i = 0; i < t->n; i++) {
        const size_t from = t->offset + (size_t)t->row[i] * width;

        add(l, from, from + width);
    }
}

void live_find(struct live *l, size_t len, struct touched *t)
{
    size_t from = 0;

    l->n = 0;
    for (int i = 0; i < t->tables; i++) {
        struct touched_table *x = &t->table[i];

        add(l, from, x->offset);
        add_rows(l, x);
        from = x->offset + (size_t)x->rows * (size_t)x->width;
    }
    add(l, from, len);
    place(l);
}

void live_copy(struct live *to, const struct live *from)
{
    make_room(to, from->n + 1);
    to->n = from->n;
    for (int i = 0; i < from->n; i++) {
        to->span[i] = from->span[i];
        to->at[i] = from->at[i];
    }
}

static bool within(const struct live *l, struct span s)
{
    const int i = live_first(l, s.from);

    return i < l->n && l->span[i].from <= s.from && s.to <= l->span[i].to;
}

void live_join(struct live *l, const struct span *other, int n,
               struct live *room)
{
    int i = 0, j = 0;

    while (j < n && within(l, other[j]))
        j++;
    if (j == n) /* as when all of the vector is live */
        return;
    room->n = 0;
    for (j = 0; i < l->n || j < n;) {
        const bool mine =
            j == n || (i < l->n && l->span[i].from <= other[j].from);
        const struct span s = mine ? l->span[i++] : other[j++];

        add(room, s.from, s.to);
    }
    place(room);
    const struct live swap = *l;

    *l = *room;
    *room = swap;
}

void live_release(struct live *l)
{
    free(l->span);
    free(l->at);
    *l = (struct live){0};
}

int live_first(const struct live *l, size_t from)
{
    int low = 0, high = l->n;

    while (low < high) {
        const int middle = (low + high) / 2;

        if (l->span[middle].to <= from)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t live_before(const struct live *l, size_t from)
{
    const int i = live_first(l, from);

    if (i < l->n)
        return l->at[i] + (from > l->span[i].from ? from - l->span[i].from : 0);
    return l->n
               ? l->at[l->n - 1] + l->span[l->n - 1].to - l->span[l->n - 1].from
               : 0;
}
