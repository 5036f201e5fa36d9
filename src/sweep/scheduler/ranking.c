#include "sweep/scheduler/ranking.h"

void ranking_init(struct ranking *r, bool maximize)
{
    *r = (struct ranking){.best = {.largest = maximize, .reversed = true},
                          .rest = {.largest = maximize}};
}

void ranking_release(struct ranking *r)
{
    heap_release(&r->best);
    heap_release(&r->rest);
}

void ranking_add(struct ranking *r, struct heap_item item)
{
    heap_add(&r->rest, item);
}

void ranking_remove(struct ranking *r, int number)
{
    heap_take(heap_has(&r->best, number) ? &r->best : &r->rest, number);
}

void ranking_clear(struct ranking *r)
{
    heap_clear(&r->best);
    heap_clear(&r->rest);
}

long ranking_count(const struct ranking *r)
{
    return (long)r->best.n + r->rest.n;
}

static void move_first(struct heap *from, struct heap *to)
{
    heap_add(to, heap_take(from, from->item[0].number));
}

void ranking_split(struct ranking *r, long best)
{
    struct heap *b = &r->best, *rest = &r->rest;

    while (b->n > best)
        move_first(b, rest);
    while (b->n < best && rest->n)
        move_first(rest, b);
    while (b->n && rest->n && heap_before(rest, rest->item[0], b->item[0])) {
        move_first(rest, b);
        move_first(b, rest);
    }
}
