/*
 * fused.h - one op for a whole attention, over all segments and heads.
 *
 * The driver does what kinds have in common: affinities, dropout, pooling
 * and the gradients of these.  A kind gives what is its own, a function that
 * turns the affinities of one block (one head of one segment) into weights
 * and one that turns the weights' gradients into the affinities'.
 *
 * Nothing is copied: a head is a run of columns, so products read the packed
 * matrices with their own row length.
 */
#ifndef ENGINE_ATTENTION_FUSED_H
#define ENGINE_ATTENTION_FUSED_H

#include "engine/attention/attention.h"

/* Matrices a block keeps, all [m x n]. */
enum {
    KEEP_ROWS, /* the weights that a_out is pooled with, dropout applied */
    KEEP_COLS, /* the same for b_out; only for kinds that normalise */
    KEEP_OWN,  /* from here on the kind's own */
    KEEP_MOST = NODE_SAVED,
};

/* Whether and when a kind keeps a matrix: flags. */
enum {
    KEPT = 1,            /* always */
    KEPT_IF_BOTH = 2,    /* only when b_out is wanted */
    KEPT_IF_DROPPED = 4, /* only when there is dropout */
};

/* One head of one segment, or some rows of it and the columns they see. */
struct fused_block {
    struct pair_block of;
    enum products products; /* who makes its products */
    bool by_rows;           /* of struct attend */
    bool both;              /* b_out is wanted too */
    bool records;           /* the way back will be gone */
    float *keep[KEEP_MOST];
    /* Forward: factors of dropout for the rows' and the columns' weights, or
     * NULL. */
    float *drop;
    const float *drop_cols;
    /*
     * Forward: where E and N are (the places the kind asked for).
     * Backward: E holds the gradient of the rows' weights, or of both when
     * they are one, `cols` that of the columns'; the kind leaves dE in `e` and
     * dN in `n_l1`, where N was: what it kept there it has used by then.
     */
    float *e, *n_l1, *cols;
    /* Backward: what distances give to columns. */
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

/* Put 0 at the forbidden pairs of x. */
void fused_block_forbid(const struct fused_block *b, float *x);

/* Take the mean over the allowed pairs off them (Eq. 4, 6), or of those of each
 * row by itself; its own adjoint. */
void fused_block_center(const struct fused_block *b, float *x);

/* Apply dropout's factors to the weights x, NULL: none; `whole` gets x as it
 * was before, for who needs both on the way back. */
void fused_block_drop(const struct fused_block *b, const float *factor,
                      float *x, float *whole);

struct fused_kind {
    struct op op; /* {.name = ..., FUSED_BACKWARD} */
    /* What E and N are scaled by, alpha attend_scale() or so.  n_scale NULL: no
     * N is wanted; a scale of 0 makes it 0, and no distance is taken. */
    float (*e_scale)(const void *conf, const struct attend *in);
    float (*n_scale)(const void *conf, const struct attend *in);
    enum attend_means (*means)(const void *conf); /* NULL: none */
    /* Are a row's weights made of other rows' affinities, too, unless
     * `by_rows`?  NULL: they are not. */
    bool (*whole)(const void *conf);
    int e_at, n_at;  /* which kept matrix they are computed into */
    bool normalises; /* the weights of b_out differ from those of a_out */
    unsigned char keep[KEEP_MOST]; /* KEPT... */
    void (*weigh)(const void *conf, const struct fused_block *b);
    /* Makes KEEP_ROWS once more of what is kept, for kinds that do not always
     * keep it; it is there until back(), which finds NULL. */
    void (*again)(const void *conf, const struct fused_block *b);
    void (*back)(const void *conf, const struct fused_block *b);
};

struct attended fused_attend(struct tape *t, const struct fused_kind *kind,
                             const void *conf, const struct attend *in);

void fused_backward(struct tape *t, const struct node *y);
size_t fused_scratch(const struct node *y);
#define FUSED_BACKWARD .backward = fused_backward, .scratch = fused_scratch

#endif
