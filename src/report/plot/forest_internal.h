/* forest_internal.h - what forest.c and forest_tree.c share. */
#ifndef REPORT_PLOT_FOREST_INTERNAL_H
#define REPORT_PLOT_FOREST_INTERNAL_H

#include <stdbool.h>

#include "report/plot/forest.h"

/* The leaves of a tree: boxes that tile the space, each without its upper end
 * but where that is 1, and what it says there. */
struct boxes {
    int n, room, d;
    double *low, *high; /* [n x d] owned */
    double *value;      /* [n] owned */
    bool *drawn;        /* of each sample: does the tree know it? owned */
};
void boxes_release(struct boxes *b);

/* Grow tree number `tree`. */
void boxes_grow(struct boxes *b, const struct samples *s, int tree);

#endif
