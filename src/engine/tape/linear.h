/*
 * linear.h - tape_linear() in two steps, for an op whose input it is: rows are
 * made when they are needed, and read while they are near.
 */
#ifndef ENGINE_TAPE_LINEAR_H
#define ENGINE_TAPE_LINEAR_H

#include "engine/tape/tape.h"

/* tape_linear() without its value. */
struct node *linear_open(struct tape *t, struct node *x, struct node *w,
                         struct node *b);

/* Rows [from, to) of it. */
void linear_fill(const struct node *y, int from, int to);

#endif
