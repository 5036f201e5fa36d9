/* bias.h - what products have added to each row: their third input, or NULL. */
#ifndef TAPE_BIAS_H
#define TAPE_BIAS_H

#include "tape/tape.h"

/* y += b in each row. */
void bias_forward(const struct node *y);

/* db += column sums of dY, in the order of the rows. */
void bias_backward(const struct node *y);

#endif
