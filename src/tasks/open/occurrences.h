/*
 * occurrences.h - each place where a text has another, also where they overlap.
 *
 * The time is linear in both, also of a text that nearly has the other, or has
 * it, at each of its places (Knuth, Morris and Pratt 1977).
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
    uint32_t *border; /* owned [n + 1], where a second place is asked for: of
                         the first i bytes of what is sought, how many of their
                         own beginning they end with, less than i */
};

/* n is from 1 to 2^32 - 1. */
struct occurrences occurrences_of(const char *text, size_t len,
                                  const char *sought, size_t n);
void occurrences_release(struct occurrences *o);

/* The next place, the first one first; false: there is none. */
bool occurrences_next(struct occurrences *o, size_t *at);

#endif
