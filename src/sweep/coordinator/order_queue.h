/*
 * order_queue.h - orders to train that wait until the previous one is over.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_COORDINATOR_ORDER_QUEUE_H
#define SWEEP_COORDINATOR_ORDER_QUEUE_H

#include <stdbool.h>

#include "sweep/coordinator/message.h"

struct order_queue {
    struct queued_order *first, *last; /* owned */
};

/* Append an order; it is copied. */
void order_queue_add(struct order_queue *t, const struct order *order);

/* Take the next order; false if there is none. */
bool order_queue_take(struct order_queue *t, struct order *order);

#endif
