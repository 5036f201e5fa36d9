/*
 * digest_map.h - a hash table from digests to numbers.
 *
 * Used to remove duplicates from a list: each key is looked up for its number
 * in the list.
 *
 * Threads: one at a time.
 */
#ifndef BASE_NUMBERS_DIGEST_MAP_H
#define BASE_NUMBERS_DIGEST_MAP_H

#include <stdbool.h>

#include "base/numbers/digest.h"

/* A zeroed struct is empty. */
struct digest_map {
    long n, room; /* room: 0 or a power of two */
    struct digest_map_slot {
        struct digest key;
        long after; /* 1 + the number; 0: a free slot */
    } * place;      /* [room] each at its digest or after it; owned */
};
void digest_map_release(struct digest_map *f);

/* The number of a key; a new key gets `number`. */
long digest_map_add(struct digest_map *f, struct digest key, long number);

/* Set the number of a key, new or not. */
void digest_map_set(struct digest_map *f, struct digest key, long number);

/* The number of a key, or -1; changes nothing. */
long digest_map_find(const struct digest_map *f, struct digest key);

#endif
