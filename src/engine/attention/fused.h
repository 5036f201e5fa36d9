/*
 * fused.h - one op for a whole attention, over all segments and heads.
 *
 * The driver does what all kinds need: affinities, dropout, pooling, and their
 * gradients.  A kind provides a function that turns the affinities of one block
 * (one head of one segment) into weights, and one that turns the gradients of
 * the weights into those of the affinities.
 *
 * Nothing is copied: a head is a range of columns, so products read the packed
 * matrices with their own row length.
 */
#ifndef ENGINE_ATTENTION_FUSED_H
#define ENGINE_ATTENTION_FUSED_H

#include "engine/attention/attention.h"

/* Matrices that a block keeps, all [m x n]. */
enum {
    KEEP_ROWS, /* the weights of a_out, with dropout applied */
    KEEP_COLS, /* the weights of b_out; only for kinds that normalise */
    KEEP_OWN,  /* from here on: defined by the kind */
    KEEP_MOST = NODE_SAVED,
};

/* Flags: when a kind keeps a matrix. */
enum {
    KEPT = 1,            /* always */
    KEPT_IF_BOTH = 2,    /* only when b_out is wanted */
    KEPT_IF_DROPPED = 4, /* only when there is dropout */
};

/* One head of one segment, or some rows of it and the columns that they see. */
struct fused_block {
    struct pair_block of;
    enum products products; /* how its products are computed */
    bool by_rows;           /* as in struct attend */
    bool both;              /* b_out is wanted, too */
    bool records;           /* a backward pass will follow */
    float *keep[KEEP_MOST];
    /* Forward: dropout factors of the rows' and the columns' weights, NULL
     * without dropout. */
    float *drop;
    const float *drop_cols;
    /*
     * Forward: E and N, in the matrices that the kind chose.
     *
     * Backward: `e` holds the gradient of the rows' weights, or of both if they
     * are one matrix, and `cols` that of the columns'.  The kind writes dE to
     * `e` and dN to `n_l1`, which is where it kept N: it no longer needs that
     * value.
     */
    float *e, *n_l1, *cols;
    /* Backward: collects the distances' gradient for the columns. */
    const struct l1_columns *columns;
    struct arena *scratch;
};

static inline size_t fused_block_len(const struct fused_block *b)
{
    return pair_block_len(&b->of);
}

static inline size_t fused_block_row(const struct fused_block *b, int i)
{
    return pair_block_row(&b->of, i);
}

/* Set x to 0 at the forbidden pairs. */
void fused_block_forbid(const struct fused_block *b, float *x);

/* Subtract the mean over the allowed pairs (Eq. 4, 6), or with by_rows the mean
 * of each row; its own adjoint. */
void fused_block_center(const struct fused_block *b, float *x);

/* Multiply the weights x by dropout's factors; NULL: do nothing.  `whole` gets
 * x before the product, for kinds that need both in the backward pass. */
void fused_block_drop(const struct fused_block *b, const float *factor,
                      float *x, float *whole);

struct fused_kind {
    struct op op; /* {.name = ..., FUSED_BACKWARD} */
    /* Factors of E and N, such as alpha attend_scale(). n_scale NULL: the kind
     * has no N.  If it returns 0, N is 0 and no distance is computed. */
    float (*e_scale)(const void *conf, const struct attend *in);
    float (*n_scale)(const void *conf, const struct attend *in);
    enum attend_means (*means)(const void *conf); /* NULL: MEANS_NONE */
    /* True if, without `by_rows`, a row's weights depend on other rows'
     * affinities.  NULL: they do not. */
    bool (*whole)(const void *conf);
    int e_at, n_at;  /* index of the kept matrix that holds E, and N */
    bool normalises; /* the weights of b_out differ from those of a_out */
    unsigned char keep[KEEP_MOST]; /* flags KEPT... */
    void (*weigh)(const void *conf, const struct fused_block *b);
    /* Recompute KEEP_ROWS from what is kept, for kinds that do not always keep
     * it.  It is freed before back(), which finds NULL. */
    void (*again)(const void *conf, const struct fused_block *b);
    void (*back)(const void *conf, const struct fused_block *b);
};

struct attended fused_attend(struct tape *t, const struct fused_kind *kind,
                             const void *conf, const struct attend *in);

void fused_backward(struct tape *t, const struct node *y);
size_t fused_scratch(const struct node *y);
#define FUSED_BACKWARD .backward = fused_backward, .scratch = fused_scratch

#endif
