/*
 * pair_blocks.h - the blocks of pairs, for ops on what stands at the pairs.
 */
#ifndef TAPE_PAIR_BLOCKS_H
#define TAPE_PAIR_BLOCKS_H

#include "tape/ops.h"

/* One block [m x n], from element `at`. */
struct block {
    int m, n;
    bool causal;
    size_t at;
};

static inline int blocks(const struct pairs *p)
{
    return p->rows.n * p->heads;
}

static inline struct block block(const struct pairs *p, int b)
{
    const int s = b / p->heads;

    return (struct block){.m = segment_len(&p->rows, s),
                          .n = segment_len(&p->cols, s),
                          .causal = p->causal,
                          .at = p->at[b]};
}

/* How many columns of row i are allowed, from the first. */
static inline int allowed(const struct block *b, int i)
{
    return b->causal && i + 1 < b->n ? i + 1 : b->n;
}

/* The first row of column j that is allowed, as all behind it are. */
static inline int first_allowed(const struct block *b, int j)
{
    return !b->causal ? 0 : j < b->m ? j : b->m;
}

/* Of the shape of x, zeroed, with the pairs as its args. */
struct node *pair_node(struct tape *t, const struct op *op,
                       const struct pairs *p, struct node *x);

#endif
