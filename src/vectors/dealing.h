/*
 * dealing.h - the words dealt out to blocks at random, anew each turn.
 *
 * Of as many words in a row as there are blocks, which are about as frequent,
 * each block gets one.  Words that are drawn beside a pair are of the block of
 * its second word.  Were that always the same block, what a word learns would
 * depend on which blocks the words near it happen to be in.
 *
 * Threads: read-only once dealt.
 */
#ifndef VECTORS_DEALING_H
#define VECTORS_DEALING_H

#include <stddef.h>
#include <stdint.h>

#include "vectors/blocks.h"
#include "vectors/workers.h"

struct dealing {
    int words, blocks;
    uint8_t *block;                /* owned [words]: which one a word is in */
    int32_t *word;                 /* owned [words]: block behind block */
    size_t first[BLOCKS_MOST + 1]; /* where each begins */
};

void dealing_init(struct dealing *d, int words, int blocks);
void dealing_release(struct dealing *d);

/* A pure function of seed and turn. */
void dealing_deal(struct dealing *d, uint64_t seed, int turn,
                  struct workers *workers);

#endif
