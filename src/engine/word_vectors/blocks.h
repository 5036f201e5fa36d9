/*
 * blocks.h - which updates may run in parallel without changing any bit.
 *
 * The words are dealt to blocks one by one, so that each block has as many
 * frequent words as another.  What updates row i of one table and row j of
 * another belongs to the bucket (block of i, block of j).  A round is the
 * buckets (b, (b + round) mod blocks) for every block b.  No two of them share
 * a row, so threads may take them in any order; each bucket is processed from
 * its beginning to its end.  There are as many rounds as blocks, and together
 * they contain every bucket once.  The number of blocks depends only on the
 * vocabulary, so no bit depends on the number of threads.
 *
 * Source: strata of Gemulla et al. 2011; PyTorch-BigGraph, Lerer et al. 2019.
 */
#ifndef ENGINE_WORD_VECTORS_BLOCKS_H
#define ENGINE_WORD_VECTORS_BLOCKS_H

enum { BLOCKS_MOST = 16, BLOCK_WORDS = 64 };

/* The number of blocks: a power of 2, such that each block has 64 words or
 * more, or 1. */
int blocks_of(int words);

/* The block that is paired with a block in a round. */
static inline int blocks_meet(int block, int round, int blocks)
{
    return (block + round) % blocks;
}

#endif
