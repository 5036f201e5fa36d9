/*
 * fused_internal.h - what a fused attention's driver (fused.c), its blocks
 * (fused_block.c) and their strips (fused_strips.c) share.
 */
#ifndef ENGINE_ATTENTION_FUSED_INTERNAL_H
#define ENGINE_ATTENTION_FUSED_INTERNAL_H

#include "engine/attention/fused.h"

/* What the way back needs; lives on the arena. */
struct fused_args {
    const struct fused_kind *kind;
    const void *conf;
    struct attend in;
    struct pairs kept;  /* where blocks are in what is kept: of some, not all
                           pairs are */
    struct node *b_out; /* NULL without in.a */
    struct node *chain; /* NULL without in.chain */
    float e_scale, n_scale;
    enum attend_means means;
    bool drops;    /* dropout is on */
    uint32_t site; /* of the rows' dropout; that of the columns comes next */
};

/* The places of a block's features in the packed matrices. */
struct fused_offsets {
    size_t q, k, b, a;        /* first element */
    size_t a_out, b_out;      /* first element of what is returned */
    size_t q_bias, k_bias;    /* likewise */
    int dk, dv, da;           /* widths of a head */
    int ldk, ldv, lda, heads; /* row lengths; a_out is like b, b_out and the
                                 chain like a */
};

/* Where block k is: head by head of segment by segment. */
struct fused_offsets fused_block_offsets(const struct fused_args *f, int k);

/* Is the kind's matrix k kept, or made room for, at all? */
bool fused_keeps(const struct fused_args *f, int k);

/* Pairs of a block that are worked on at all, and at most at a time. */
size_t fused_block_pairs(const struct fused_args *f,
                         const struct pair_block *b);
size_t fused_block_strip_pairs(const struct fused_args *f,
                               const struct pair_block *b);

/* What is done to a block; what is kept is there when the way back needs it. */
typedef void fused_block_way(const struct fused_args *f, const struct node *y,
                             struct fused_block *b,
                             const struct fused_offsets *p);

/* Do it to strips of rows and the columns that these see, or to the whole block
 * where those will not do.  A block without rows counts as one strip. */
void fused_block_each_strip(fused_block_way *way, const struct fused_args *f,
                            const struct node *y, const struct fused_block *b,
                            const struct fused_offsets *p);

/* From features to what is returned of the block. */
fused_block_way fused_block_forward;

/* From the gradients of what was returned to those of the features. */
fused_block_way fused_block_backward;

#endif
