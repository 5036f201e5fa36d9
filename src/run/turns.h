/*
 * turns.h - orders to train that wait until the one before is over.
 *
 * Threads: one at a time.
 */
#ifndef RUN_TURNS_H
#define RUN_TURNS_H

#include <stdbool.h>

#include "run/message.h"

struct turns {
    struct turn *first, *last; /* owned */
};

/* Behind those that wait; copied. */
void turns_add(struct turns *t, const struct order *order);

/* The next that waits; false: none does. */
bool turns_take(struct turns *t, struct order *order);

#endif
