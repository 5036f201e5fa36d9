/*
 * firsts.h - which key came first, and its number.
 *
 * Keys are digests.  Whoever has a list without doubles asks for each key which
 * number in the list it has.
 *
 * Threads: one at a time.
 */
#ifndef BASE_NUMBERS_FIRSTS_H
#define BASE_NUMBERS_FIRSTS_H

#include <stdbool.h>

#include "base/numbers/digest.h"

/* Zeroed, it has none. */
struct firsts {
    long n, room; /* room: 0 or a power of two */
    struct first {
        struct digest key;
        long after; /* 1 + the number; 0: a free place */
    } * place;      /* [room] each at its digest or behind it; owned */
};
void firsts_release(struct firsts *f);

/* The number of the key, which is `number` from now on if it had none. */
long firsts_take(struct firsts *f, struct digest key, long number);

/* It is that from now on, whatever it had. */
void firsts_put(struct firsts *f, struct digest key, long number);

/* The same as the first, or -1, changing nothing. */
long firsts_find(const struct firsts *f, struct digest key);

#endif
