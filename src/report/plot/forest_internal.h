/* forest_internal.h - declarations shared by forest.c and forest_tree.c. */
#ifndef REPORT_PLOT_FOREST_INTERNAL_H
#define REPORT_PLOT_FOREST_INTERNAL_H

#include <stdbool.h>

#include "report/plot/forest.h"

/* The leaves of a tree: boxes that tile the space, with the tree's value on
 * each.  A box excludes its upper bound unless that is 1. */
struct boxes {
    int n, room, d;
    double *low, *high; /* [n x d] owned */
    double *value;      /* [n] owned */
    bool *drawn;        /* for each sample: the tree has drawn it; owned */
};
void boxes_release(struct boxes *b);

/* Grow tree number `tree`. */
void boxes_grow(struct boxes *b, const struct samples *s, int tree);

#endif
