/*
 * pairs.h - layout of pairs: ragged stacks of matrices, one [rows x columns]
 * block for each head of each segment, the heads of a segment in order.
 * kernel/pair_mask.h defines which pairs are allowed.
 *
 *     for (int k = 0; k < pairs_blocks(p); k++) {
 *         const struct pair_block b = pairs_block(p, k);
 *
 *         EACH_RUN(r, &b)
 *             f(r.n, x->val + p->at[k] + r.at);
 *     }
 *
 * A node over pairs is [total x 1]; if total is above 2^31 - 1, it has more
 * columns and at least that length.
 */
#ifndef ENGINE_TAPE_PAIRS_H
#define ENGINE_TAPE_PAIRS_H

#include "engine/kernel/pair_mask.h"
#include "engine/tape/tape.h"

struct pairs {
    struct segments rows, cols; /* both have the same number of segments */
    int heads;
    struct pair_mask mask; /* mask of every block; forbidden pairs are 0 */
    const size_t *at; /* [segments * heads + 1] first element of each block */
};

/* Compute the layout of the blocks, on the arena. */
void pairs_init(struct pairs *p, struct arena *a, struct segments rows,
                struct segments cols, int heads, struct pair_mask mask);

static inline int pairs_blocks(const struct pairs *p)
{
    return p->rows.n * p->heads;
}

static inline size_t pairs_len(const struct pairs *p)
{
    return p->at[pairs_blocks(p)];
}

/* Block k belongs to head k % heads of segment k / heads. */
static inline struct pair_block pairs_block(const struct pairs *p, int k)
{
    const int s = k / p->heads;

    return (struct pair_block){.m = segment_len(&p->rows, s),
                               .n = segment_len(&p->cols, s),
                               .mask = p->mask};
}

/* Index of block k's first element in a packed matrix of its rows (pairs_row())
 * or of its columns (pairs_col()), where the heads divide `width` features
 * equally. */
static inline size_t pairs_row(const struct pairs *p, int k, int width)
{
    return (size_t)p->rows.at[k / p->heads] * (size_t)width +
           (size_t)(k % p->heads * (width / p->heads));
}

static inline size_t pairs_col(const struct pairs *p, int k, int width)
{
    return (size_t)p->cols.at[k / p->heads] * (size_t)width +
           (size_t)(k % p->heads * (width / p->heads));
}

/* For ops: a zeroed node of the shape of x, with the pairs as its args. */
struct node *pair_node(struct tape *t, const struct op *op,
                       const struct pairs *p, struct node *x);

#endif
