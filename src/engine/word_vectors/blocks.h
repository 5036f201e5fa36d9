/*
 * blocks.h - which updates may run at once and leave the same bits.
 *
 * The words are divided among as many blocks as there are, word by word, so
 * that each block has as many frequent ones.  What updates row i of one table
 * and row j of another lies in the bucket (block of i, block of j).  A round is
 * the buckets (b, (b + round) mod blocks) for every block b: no two of them
 * have a row in common, so threads may take them in any order, and each is
 * worked through from its beginning to its end.  All buckets come once in as
 * many rounds as there are blocks.  How many blocks there are follows from the
 * vocabulary alone, so no bit depends on how many threads there are.
 *
 * Source: strata of Gemulla et al. 2011; PyTorch-BigGraph, Lerer et al. 2019.
 */
#ifndef ENGINE_WORD_VECTORS_BLOCKS_H
#define ENGINE_WORD_VECTORS_BLOCKS_H

enum { BLOCKS_MOST = 16, BLOCK_WORDS = 64 };

/* A power of 2, of blocks that have 64 words or more, unless it is 1. */
int blocks_of(int words);

/* Of a block number and a round, the block that it meets. */
static inline int blocks_meet(int block, int round, int blocks)
{
    return (block + round) % blocks;
}

#endif
