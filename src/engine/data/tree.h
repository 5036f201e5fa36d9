/*
 * tree.h - the one binary tree over grains up which gradients are summed.
 *
 * A batch has G grains, G a power of two.  Tree node (level, index) stands for
 * grains [index << level, (index + 1) << level) and holds the sum of its two
 * children, left plus right.  Floating-point addition does not associate, so
 * this tree - never the machine - says what is added to what.
 *
 * A worker (a thread or a rank) owns a contiguous run of grains.  It pushes
 * its grains in order; whenever the two newest partial sums are siblings they
 * are added, so it holds log2(G) + 1 buffers at most on the way.  What is left
 * at the end is a list of partial sums; lists of neighbours, one behind the
 * other, are merged by the same rule until the root alone remains.  Elements
 * do not mix, so any slice of the vector can be merged by anyone.
 *
 * Vectors are added in train/gradient.c.
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef ENGINE_DATA_TREE_H
#define ENGINE_DATA_TREE_H

#include <stdbool.h>
#include <stddef.h>

#define TREE_MAX_LEVEL 16                      /* 65,536 grains */
#define TREE_MAX_PARTIALS (2 * TREE_MAX_LEVEL) /* left of any run */

/* A contiguous run of grains, [first, end). */
struct run {
    int first, end;
};

static inline int run_size(struct run r)
{
    return r.end - r.first;
}

/* The run of worker w of n: all grains covered, sizes differ by one at most,
 * and aligned whenever n is a power of two not above `grains`. */
struct run tree_run(int grains, int n, int w);

struct tree_node {
    int level, index;
};

struct tree_node tree_leaf(int grain);
/* Is b the right sibling of a? */
bool tree_siblings(struct tree_node a, struct tree_node b);
struct tree_node tree_parent(struct tree_node a);

/* The maximal whole subtrees of a run, left to right; returns how many. */
int tree_cover(struct run r, struct tree_node out[TREE_MAX_PARTIALS]);

/* The root of doubles, one a grain: the loss.  x[] is scratch. */
double tree_sum(int grains, double *x);

/* Is g a power of two in [1, 2^TREE_MAX_LEVEL]? */
bool tree_grains_ok(int g);

#endif
