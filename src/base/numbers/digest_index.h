/*
 * digest_index.h - which element of an array of somebody's has a digest.
 *
 * Where a list keeps the digests of its elements in any case, four to eleven
 * bytes an element find them; numbers/digest_map.h has keys of its own, and
 * takes six times as many.
 *
 * Threads: one at a time.
 */
#ifndef BASE_NUMBERS_DIGEST_INDEX_H
#define BASE_NUMBERS_DIGEST_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "base/numbers/digest.h"

/* Where those digests stand: that of element i `stride` bytes behind that of
 * element i - 1. */
struct digest_array {
    const struct digest *first;
    size_t stride;
};

/* Zeroed, it has none. */
struct digest_index {
    long n, room;   /* room: 0 or a power of two */
    int32_t *place; /* [room] 1 + an element, at its digest or behind it; 0: a
                       free place; owned */
};
void digest_index_release(struct digest_index *x);

/* The element that was taken in with this digest; -1: none. */
long digest_index_find(const struct digest_index *x,
                       const struct digest_array *of, struct digest key);

/* Take in an element, whose digest stands there, and stays; where another with
 * the same one was taken in before, that one. */
long digest_index_take(struct digest_index *x, const struct digest_array *of,
                       long element);

#endif
