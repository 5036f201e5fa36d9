/*
 * occurrences.h - all places where one text occurs in another, including those
 * that overlap.
 *
 * The time is linear in both lengths, also if the text matches, or nearly
 * matches, at each of its places (Knuth, Morris and Pratt 1977).
 *
 *     struct occurrences o = occurrences_of(text, len, sought, n);
 *     size_t at;
 *
 *     while (occurrences_next(&o, &at))
 *         ...
 *     occurrences_release(&o);
 *
 * Threads: one struct occurrences belongs to one thread.
 */
#ifndef TASKS_OPEN_OCCURRENCES_H
#define TASKS_OPEN_OCCURRENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct occurrences {
    const char *text, *sought; /* borrowed */
    size_t len, n;
    size_t read;      /* of the text's bytes */
    uint32_t *border; /* owned [n + 1], made when a second place is asked
                         for: border[i] is the length, less than i, of the
                         longest prefix of `sought` that is also a suffix of
                         its first i bytes */
};

/* n is from 1 to 2^32 - 1. */
struct occurrences occurrences_of(const char *text, size_t len,
                                  const char *sought, size_t n);
void occurrences_release(struct occurrences *o);

/* Find the next place, in rising order; false if there is none. */
bool occurrences_next(struct occurrences *o, size_t *at);

#endif
