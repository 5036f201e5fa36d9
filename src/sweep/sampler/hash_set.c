#include "sweep/sampler/hash_set.h"

#include <stdlib.h>

#include "base/core/memory.h"

void hash_set_release(struct hash_set *t)
{
    free(t->hash);
    *t = (struct hash_set){0};
}

/* The place of a hash, or where it would be put. */
static uint64_t *find_place(const struct hash_set *t, uint64_t hash)
{
    const uint64_t last = (uint64_t)t->room - 1;
    uint64_t at = hash & last;

    while (t->hash[at] && t->hash[at] != hash)
        at = (at + 1) & last;
    return &t->hash[at];
}

static void grow(struct hash_set *t)
{
    const struct hash_set old = *t;

    t->room = old.room ? 2 * old.room : 64;
    t->hash = memory_zeroed((size_t)t->room, sizeof(*t->hash));
    for (long i = 0; i < old.room; i++)
        if (old.hash[i])
            *find_place(t, old.hash[i]) = old.hash[i];
    free(old.hash);
}

/* 0 means a free place, so the hash 0 becomes 1. */
static uint64_t other_than_0(uint64_t hash)
{
    return hash ? hash : 1;
}

void hash_set_add(struct hash_set *t, uint64_t hash)
{
    if (3 * t->room <= 4 * t->n)
        grow(t);
    uint64_t *at = find_place(t, other_than_0(hash));

    t->n += !*at;
    *at = other_than_0(hash);
}

bool hash_set_has(const struct hash_set *t, uint64_t hash)
{
    return t->room && *find_place(t, other_than_0(hash));
}
