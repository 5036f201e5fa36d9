#include "config.h"

#include "sweep/run/turns.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

struct turn {
    struct turn *next;
    struct order order; /* cut behind its values */
};

void turns_add(struct turns *t, const struct order *order)
{
    const size_t n = order_bytes(order);
    struct turn *new = memory_new(offsetof(struct turn, order) + n);

    memcpy(&new->order, order, n);
    new->next = NULL;
    *(t->first ? &t->last->next : &t->first) = new;
    t->last = new;
}

bool turns_take(struct turns *t, struct order *order)
{
    struct turn *first = t->first;

    if (!first)
        return false;
    memcpy(order, &first->order, order_bytes(&first->order));
    t->first = first->next;
    free(first);
    return true;
}
