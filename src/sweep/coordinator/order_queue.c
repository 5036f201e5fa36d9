#include "config.h"

#include "sweep/coordinator/order_queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

struct queued_order {
    struct queued_order *next;
    struct order order; /* allocated only up to the end of its values */
};

void order_queue_add(struct order_queue *t, const struct order *order)
{
    const size_t n = order_bytes(order);
    struct queued_order *new =
        memory_new(offsetof(struct queued_order, order) + n);

    memcpy(&new->order, order, n);
    new->next = NULL;
    *(t->first ? &t->last->next : &t->first) = new;
    t->last = new;
}

bool order_queue_take(struct order_queue *t, struct order *order)
{
    struct queued_order *first = t->first;

    if (!first)
        return false;
    memcpy(order, &first->order, order_bytes(&first->order));
    t->first = first->next;
    free(first);
    return true;
}
