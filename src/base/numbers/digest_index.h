/*
 * digest_index.h - find the element of the caller's array that has a digest.
 *
 * For a list that keeps the digests of its elements anyway, this index takes
 * four to eleven bytes per element.  numbers/digest_map.h has its own keys, and
 * takes six times as many.
 *
 * Threads: one at a time.
 */
#ifndef BASE_NUMBERS_DIGEST_INDEX_H
#define BASE_NUMBERS_DIGEST_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "base/numbers/digest.h"

/* Where the digests are: that of element i is `stride` bytes after that of
 * element i - 1. */
struct digest_array {
    const struct digest *first;
    size_t stride;
};

/* A zeroed struct is empty. */
struct digest_index {
    long n, room;   /* room: 0 or a power of two */
    int32_t *place; /* [room] 1 + an element, at its digest or after it; 0: a
                       free slot; owned */
};
void digest_index_release(struct digest_index *x);

/* The element that was added with this digest, or -1. */
long digest_index_find(const struct digest_index *x,
                       const struct digest_array *of, struct digest key);

/* Add an element, whose digest is in the array and stays there.  Returns it, or
 * the element with the same digest that was added before. */
long digest_index_take(struct digest_index *x, const struct digest_array *of,
                       long element);

#endif
