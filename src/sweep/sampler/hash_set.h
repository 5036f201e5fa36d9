/*
 * hash_set.h - a set of 64-bit hashes, of trials that have been proposed.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SAMPLER_HASH_SET_H
#define SWEEP_SAMPLER_HASH_SET_H

#include <stdbool.h>
#include <stdint.h>

/* A zeroed one is empty. */
struct hash_set {
    long n, room;   /* room: 0 or a power of two */
    uint64_t *hash; /* [room] each at its own place or a later one, 0: free;
                       owned */
};
void hash_set_release(struct hash_set *t);

void hash_set_add(struct hash_set *t, uint64_t hash);
bool hash_set_has(const struct hash_set *t, uint64_t hash);

#endif
