/*
 * linear.h - tape_linear() in two steps, for an op that consumes its result:
 * rows are computed when they are needed, and read while they are in the cache.
 */
#ifndef ENGINE_TAPE_LINEAR_H
#define ENGINE_TAPE_LINEAR_H

#include "engine/tape/tape.h"

/* As tape_linear(), but the value is not computed. */
struct node *linear_open(struct tape *t, struct node *x, struct node *w,
                         struct node *b);

/* Compute rows [from, to) of its value. */
void linear_fill(const struct node *y, int from, int to);

#endif
