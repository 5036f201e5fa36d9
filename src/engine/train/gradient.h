/*
 * gradient.h - sums of gradients over the nodes of the tree over grains.
 *
 * A sum is the gradient over the grains of a node of the tree: parameters that
 * are in no table as they are, and of tables the rows that are not 0, packed.
 * It has the same form in a thread, in a rank and in a message.
 *
 * A thread takes its grains in order; whenever the two newest sums are siblings
 * they are added, so it holds log2 of its grains + 1 sums.  The remaining sums
 * are merged slice by slice, first over the threads of a rank, then over ranks,
 * by the same rule.  See data/tree.h.
 */
#ifndef ENGINE_TRAIN_GRADIENT_H
#define ENGINE_TRAIN_GRADIENT_H

#include "engine/data/tree.h"
#include "engine/train/nonzero.h"

/* A norm is a sum over blocks of this many elements, in index order; slices
 * begin and end at blocks. */
#define BLOCK ((size_t)4096)

/* Blocks of worker w of n, of a vector of len elements. */
struct run block_run(size_t len, int n, int w);
/* The same as elements. */
struct element_range block_span(size_t len, int n, int w);

struct sum {
    struct tree_node node;
    float *dense; /* [elements of no table] */
    struct packed_rows rows;
};

/* Neighbouring sums, left to right, of one owner or of several. */
struct sums {
    int n;
    struct sum *sum; /* owned; what they point to is owned or borrowed, as said
                        below */
};
void sums_init(struct sums *s, int room);
void sums_release(struct sums *s); /* not what they point to */

/* --- of a thread, which owns their vectors: they stay for the next step ----
 */

/* A vector of `dense` elements for the gradient of the next grain, 0 between
 * parameters.  Room for TREE_MAX_PARTIALS is needed. */
float *sums_begin(struct sums *s, size_t dense);
/* That gradient is complete, with those of tables: merge sums that are siblings
 * now. */
void sums_push(struct sums *s, int grain, size_t dense,
               const struct table_grads *g);
void sums_release_own(struct sums *s);

/* --- of several, whose vectors are borrowed ------------------------------- */

/* Append n sums; of their vectors the elements from `from` on. */
void sums_add(struct sums *s, const struct sum *sum, int n,
              struct nonzero_place from);

/* Merge elements [from, to) of neighbours, which have the same rows; s->n sums
 * are left, the fewest nodes that cover their grains. */
void sums_merge(struct sums *s, struct nonzero_place from,
                struct nonzero_place to);

#endif
