/*
 * digest_map.h - which key came first, and its number.
 *
 * Keys are digests.  Whoever has a list without doubles asks for each key which
 * number in the list it has.
 *
 * Threads: one at a time.
 */
#ifndef BASE_NUMBERS_DIGEST_MAP_H
#define BASE_NUMBERS_DIGEST_MAP_H

#include <stdbool.h>

#include "base/numbers/digest.h"

/* Zeroed, it has none. */
struct digest_map {
    long n, room; /* room: 0 or a power of two */
    struct digest_map_slot {
        struct digest key;
        long after; /* 1 + the number; 0: a free place */
    } * place;      /* [room] each at its digest or behind it; owned */
};
void digest_map_release(struct digest_map *f);

/* The number of the key, which is `number` from now on if it had none. */
long digest_map_add(struct digest_map *f, struct digest key, long number);

/* It is that from now on, whatever it had. */
void digest_map_set(struct digest_map *f, struct digest key, long number);

/* The same as the first, or -1, changing nothing. */
long digest_map_find(const struct digest_map *f, struct digest key);

#endif
