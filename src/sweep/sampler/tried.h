/*
 * tried.h - a set of 64-bit hashes: what has been tried, without doubles.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SAMPLER_TRIED_H
#define SWEEP_SAMPLER_TRIED_H

#include <stdbool.h>
#include <stdint.h>

/* Zeroed, it is empty. */
struct tried {
    long n, room;   /* room: 0 or a power of two */
    uint64_t *hash; /* [room] each at its own place or behind it, 0: free;
                       owned */
};
void tried_release(struct tried *t);

void tried_add(struct tried *t, uint64_t hash);
bool tried_has(const struct tried *t, uint64_t hash);

#endif
