/*
 * partition.h - a random partition of the words into blocks, a new one each
 * turn.
 *
 * A group is as many consecutive words as there are blocks; they are about
 * equally frequent.  Each block gets one word of each group.  The negatives
 * drawn for a pair come from the block of its second word.  If blocks never
 * changed, what a word learns would depend on the blocks of the words near it.
 *
 * Threads: a value, and pure functions of it; nothing is stored for each word.
 */
#ifndef ENGINE_WORD_VECTORS_PARTITION_H
#define ENGINE_WORD_VECTORS_PARTITION_H

#include <stdint.h>

struct partition {
    uint32_t key;
    int blocks; /* a power of 2 */
};

/* The partition of a turn, a pure function of seed and turn. */
struct partition partition_of(uint64_t seed, uint32_t turn, int blocks);

/* A hash: every bit depends on all bits (the end of MurmurHash3, Appleby 2011).
 */
static inline uint32_t partition_mix(uint32_t x)
{
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

/* The permutation of a group's words among the blocks, as a bit mask. */
static inline int partition_shift(struct partition d, int group)
{
    return (int)(partition_mix((uint32_t)group ^ d.key) &
                 (uint32_t)(d.blocks - 1));
}

/* The block of a word. */
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
