/*
 * pair_index.h - number pairs of numbers, in the order of first appearance.
 *
 * A sequence so has a number, too: that of the pair of its prefix's number and
 * its last element.  A zeroed struct is empty.
 *
 * Threads: any number of threads may look up; only one adds, while none looks
 * up.
 */
#ifndef TEXT_LANGUAGE_PAIR_INDEX_H
#define TEXT_LANGUAGE_PAIR_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "base/files/image.h"

struct pair_index {
    int n, room;
    uint64_t *key; /* owned [n] the pairs by number */
    int32_t *slot; /* owned [slots]; open addressing, -1 is free */
    size_t slots;  /* a power of two, or 0 */
};
void pair_index_release(struct pair_index *p);
void pair_index_image(struct pair_index *p, struct image *m);

/* The number of a pair; a new pair gets the next number. */
int32_t pair_index_add(struct pair_index *p, int32_t left, int32_t right);

/* The number of a pair, or -1. */
int32_t pair_index_find(const struct pair_index *p, int32_t left,
                        int32_t right);

/* The pair of a number. */
static inline int32_t pair_index_left(const struct pair_index *p, int32_t i)
{
    return (int32_t)(uint32_t)(p->key[i] >> 32);
}

static inline int32_t pair_index_right(const struct pair_index *p, int32_t i)
{
    return (int32_t)(uint32_t)p->key[i];
}

/* Remove all pairs, and keep the room. */
void pair_index_clear(struct pair_index *p);

#endif
