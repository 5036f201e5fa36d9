/*
 * tree.h - the binary tree over grains along which gradients are summed.
 *
 * A batch has G grains, G a power of two.  Tree node (level, index) covers the
 * grains [index << level, (index + 1) << level) and holds the sum of its two
 * children, left plus right.  Floating-point addition is not associative, so
 * this tree, not the machine, fixes which sums are added.
 *
 * A worker (a thread or a rank) owns a contiguous run of grains and pushes them
 * in order; whenever the two newest partial sums are siblings they are added,
 * so it needs at most log2(G) + 1 buffers.  At the end a list of partial sums
 * is left; the lists of neighbouring workers, concatenated, are merged by the
 * same rule until only the root remains.  Elements are independent, so anyone
 * can merge any slice of the vector.
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
#define TREE_MAX_PARTIALS (2 * TREE_MAX_LEVEL) /* partial sums of a run */

/* A contiguous run of grains, [first, end). */
struct run {
    int first, end;
};

static inline int run_size(struct run r)
{
    return r.end - r.first;
}

/* The run of worker w of n: the runs cover all grains, sizes differ by at most
 * one, and they are aligned if n is a power of two not above `grains`. */
struct run tree_run(int grains, int n, int w);

struct tree_node {
    int level, index;
};

struct tree_node tree_leaf(int grain);
/* True if b is the right sibling of a. */
bool tree_siblings(struct tree_node a, struct tree_node b);
struct tree_node tree_parent(struct tree_node a);

/* The maximal complete subtrees of a run, left to right; returns how many. */
int tree_cover(struct run r, struct tree_node out[TREE_MAX_PARTIALS]);

/* The root of the tree over doubles, one per grain, as for the loss. x[] is
 * scratch. */
double tree_sum(int grains, double *x);

/* True if g is a power of two in [1, 2^TREE_MAX_LEVEL]. */
bool tree_grains_ok(int g);

#endif
