/*
 * dealing.h - the words dealt out to blocks at random, anew each turn.
 *
 * Of as many words in a row as there are blocks, a group, which are about as
 * frequent, each block gets one.  Words that are drawn beside a pair are of the
 * block of its second word.  Were that always the same block, what a word
 * learns would depend on which blocks the words near it happen to be in.
 *
 * Threads: a value, and pure functions of it; nothing is stored a word.
 */
#ifndef ENGINE_WORD_VECTORS_DEALING_H
#define ENGINE_WORD_VECTORS_DEALING_H

#include <stdint.h>

struct dealing {
    uint32_t key;
    int blocks; /* a power of 2 */
};

/* A pure function of seed and turn. */
struct dealing dealing_of(uint64_t seed, uint32_t turn, int blocks);

/* All bits depend on all bits (the end of MurmurHash3, Appleby 2011). */
static inline uint32_t dealing_mix(uint32_t x)
{
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

/* Of a group, how its words are shifted among the blocks. */
static inline int dealing_shift(struct dealing d, int group)
{
    return (int)(dealing_mix((uint32_t)group ^ d.key) &
                 (uint32_t)(d.blocks - 1));
}

/* Which block a word is in. */
static inline int dealing_block(struct dealing d, int word)
{
    return word % d.blocks ^ dealing_shift(d, word / d.blocks);
}

/* The word of a group that is in a block. */
static inline int dealing_word(struct dealing d, int group, int block)
{
    return group * d.blocks + (block ^ dealing_shift(d, group));
}

#endif
