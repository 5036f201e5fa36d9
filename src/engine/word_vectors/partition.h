/*
 * partition.h - a partition of the words into blocks, at random and anew each
 * turn.
 *
 * Of as many words in a row as there are blocks, a group, which are about as
 * frequent, each block gets one.  Words that are drawn beside a pair are of the
 * block of its second word.  Were that always the same block, what a word
 * learns would depend on which blocks the words near it happen to be in.
 *
 * Threads: a value, and pure functions of it; nothing is stored a word.
 */
#ifndef ENGINE_WORD_VECTORS_PARTITION_H
#define ENGINE_WORD_VECTORS_PARTITION_H

#include <stdint.h>

struct partition {
    uint32_t key;
    int blocks; /* a power of 2 */
};

/* A pure function of seed and turn. */
struct partition partition_of(uint64_t seed, uint32_t turn, int blocks);

/* All bits depend on all bits (the end of MurmurHash3, Appleby 2011). */
static inline uint32_t partition_mix(uint32_t x)
{
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

/* Of a group, how its words are shifted among the blocks. */
static inline int partition_shift(struct partition d, int group)
{
    return (int)(partition_mix((uint32_t)group ^ d.key) &
                 (uint32_t)(d.blocks - 1));
}

/* Which block a word is in. */
static inline int partition_block(struct partition d, int word)
{
    return word % d.blocks ^ partition_shift(d, word / d.blocks);
}

/* The word of a group that is in a block. */
static inline int partition_word(struct partition d, int group, int block)
{
    return group * d.blocks + (block ^ partition_shift(d, group));
}

#endif
