/*
 * gradient.h - sums of gradients on their way up the tree over grains.
 *
 * A thread takes its grains in order; whenever the two newest sums are
 * siblings they are added, so it holds log2 of its grains + 1 vectors.  What
 * is left is merged slice by slice, first over the threads of a rank, then
 * over ranks, by the same rule.  See base/tree.h.
 */
#ifndef TRAIN_GRADIENT_H
#define TRAIN_GRADIENT_H

#include "base/tree.h"
#include "train/live.h"

/* A norm is a sum over blocks of so many elements, in index order; slices
 * begin and end at blocks. */
#define BLOCK ((size_t)4096)

/* Blocks of worker w of n, of a vector of len elements. */
struct run block_run(size_t len, int n, int w);
/* The same as elements. */
struct span block_span(size_t len, int n, int w);

/* One thread's sums, left to right; the vectors stay for the next step. */
struct partials {
    int n;
    struct tree_node node[TREE_MAX_PARTIALS];
    float *sum[TREE_MAX_PARTIALS];       /* owned */
    struct live live[TREE_MAX_PARTIALS]; /* what of each may not be 0 */
    struct touched touched;              /* by the grain on its way */
    struct live room;                    /* working space */
};

/* A vector for the gradient of the next grain: 0 in the tables of `touched`,
 * and between parameters. */
float *partials_begin(struct partials *p, size_t len);
/* That gradient is whole: merge what has become siblings. */
void partials_push(struct partials *p, int grain, size_t len);
void partials_release(struct partials *p);

/* Sums side by side, of one owner or of several. */
struct sums {
    int n;
    struct tree_node *node; /* owned, like sum[]; room for as many as
                               sums_init() was told */
    float **sum;            /* each borrowed */
};
void sums_init(struct sums *s, int room);
void sums_release(struct sums *s);
void sums_add(struct sums *s, const struct tree_node *node, float *const *sum,
              int n, size_t offset);

/* Merge elements [from, to) of neighbours, where they are live (NULL: all are);
 * s->n sums are left, the cover of the grains they stand for. */
void sums_merge(struct sums *s, const struct live *live, size_t from,
                size_t to);

#endif
