/* forest_parts.h - what forest.c and forest_tree.c share. */
#ifndef PLOT_FOREST_PARTS_H
#define PLOT_FOREST_PARTS_H

#include "plot/forest.h"

/* The leaves of a tree: boxes that tile the space, and what it says there. */
struct boxes {
    int n, room, d;
    double *low, *high; /* [n x d] owned */
    double *value;      /* [n] owned */
};
void boxes_release(struct boxes *b);

/* Grow tree number `tree`. */
void boxes_grow(struct boxes *b, const struct samples *s, int tree);

#endif
