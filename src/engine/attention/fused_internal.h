/*
 * fused_internal.h - what a fused attention's driver (fused.c), its blocks
 * (fused_block.c) and their strips (fused_strips.c) share.
 */
#ifndef ENGINE_ATTENTION_FUSED_INTERNAL_H
#define ENGINE_ATTENTION_FUSED_INTERNAL_H

#include "engine/attention/fused.h"

/* What the backward pass needs; lives on the arena. */
struct fused_args {
    const struct fused_kind *kind;
    const void *conf;
    struct attend in;
    struct pairs kept;  /* offsets of the blocks in the kept matrices; strips
                           keep only some of a block's pairs */
    struct node *b_out; /* NULL without in.a */
    struct node *chain; /* NULL without in.chain */
    float e_scale, n_scale;
    enum attend_means means;
    bool drops;    /* dropout is on */
    uint32_t site; /* dropout site of the rows' weights; the columns' is the
                      next number */
};

/* The offsets of a block's features in the packed matrices. */
struct fused_offsets {
    size_t q, k, b, a;        /* first element */
    size_t a_out, b_out;      /* first element of the output */
    size_t q_bias, k_bias;    /* first element */
    int dk, dv, da;           /* widths of a head */
    int ldk, ldv, lda, heads; /* row lengths; a_out has that of b, b_out and the
                                 chain that of a */
};

/* Offsets of block k.  Blocks are numbered segment by segment, and within one
 * head by head. */
struct fused_offsets fused_block_offsets(const struct fused_args *f, int k);

/* True if the kind needs matrix k, kept or in scratch memory. */
bool fused_keeps(const struct fused_args *f, int k);

/* The number of a block's pairs that are computed: in all, and at most at a
 * time. */
size_t fused_block_pairs(const struct fused_args *f,
                         const struct pair_block *b);
size_t fused_block_strip_pairs(const struct fused_args *f,
                               const struct pair_block *b);

/* A pass over one block; kept matrices are set if a backward pass will follow.
 */
typedef void fused_block_way(const struct fused_args *f, const struct node *y,
                             struct fused_block *b,
                             const struct fused_offsets *p);

/* Apply the pass to strips of rows with the columns that these see, or to the
 * whole block where strips would change the result.  A block without rows is
 * one strip. */
void fused_block_each_strip(fused_block_way *way, const struct fused_args *f,
                            const struct node *y, const struct fused_block *b,
                            const struct fused_offsets *p);

/* From features to the block's output. */
fused_block_way fused_block_forward;

/* From the gradients of the output to those of the features. */
fused_block_way fused_block_backward;

#endif
