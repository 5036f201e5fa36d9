/*
 * turns.h - orders to train that wait until the one before is over.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RUN_TURNS_H
#define SWEEP_RUN_TURNS_H

#include <stdbool.h>

#include "sweep/run/message.h"

struct turns {
    struct turn *first, *last; /* owned */
};

/* Behind those that wait; copied. */
void turns_add(struct turns *t, const struct order *order);

/* The next that waits; false: none does. */
bool turns_take(struct turns *t, struct order *order);

#endif
