#include "base/numbers/heap.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

void heap_release(struct heap *h)
{
    free(h->item);
    free(h->place);
    *h = (struct heap){0};
}

bool heap_better(bool largest, double x, double y)
{
    if (isnan(x) || isnan(y))
        return !isnan(x);
    return largest ? x > y : x < y;
}

/* The order among equals. */
static bool is_lower(struct heap_item x, struct heap_item y)
{
    return x.lot != y.lot ? x.lot < y.lot : x.number < y.number;
}

bool heap_before(const struct heap *h, struct heap_item x, struct heap_item y)
{
    const bool first =
        heap_better(h->largest, x.value, y.value) ||
        (!heap_better(h->largest, y.value, x.value) && is_lower(x, y));

    return first != h->reversed;
}

static void put(struct heap *h, int at, struct heap_item item)
{
    h->item[at] = item;
    h->place[item.number] = at + 1;
}

/* Move an empty place towards the first until the item fits there. */
static void rise(struct heap *h, int at, struct heap_item item)
{
    while (at && heap_before(h, item, h->item[(at - 1) / 2])) {
        put(h, at, h->item[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    put(h, at, item);
}

/* Move an empty place away from the first, then put the item where it
 * belongs. */
static void sink(struct heap *h, int at, struct heap_item item)
{
    for (int next; (next = 2 * at + 1) < h->n; at = next) {
        if (next + 1 < h->n && heap_before(h, h->item[next + 1], h->item[next]))
            next++;
        put(h, at, h->item[next]);
    }
    rise(h, at, item);
}

static void make_place(struct heap *h, int number)
{
    const int before = h->places;

    if (number < before)
        return;
    h->places = number < 2 * before ? 2 * before : number + 8;
    h->place = memory_resize(h->place, (size_t)h->places * sizeof(*h->place));
    memset(h->place + before, 0,
           (size_t)(h->places - before) * sizeof(*h->place));
}

void heap_add(struct heap *h, struct heap_item item)
{
    assert(!heap_has(h, item.number));
    make_place(h, item.number);
    GROW(h->item, h->n, h->room);
    rise(h, h->n++, item);
}

bool heap_has(const struct heap *h, int number)
{
    return number < h->places && h->place[number];
}

struct heap_item heap_take(struct heap *h, int number)
{
    const int at = h->place[number] - 1;
    const struct heap_item taken = h->item[at], last = h->item[--h->n];

    h->place[number] = 0;
    if (at < h->n)
        sink(h, at, last);
    return taken;
}

void heap_clear(struct heap *h)
{
    for (int i = 0; i < h->n; i++)
        h->place[h->item[i].number] = 0;
    h->n = 0;
}
