/* bias.h - the bias that products add to each row: their third input, or
 * NULL. */
#ifndef ENGINE_TAPE_BIAS_H
#define ENGINE_TAPE_BIAS_H

#include "engine/tape/tape.h"

/* y += b in each row. */
void bias_forward(const struct node *y);

/* db += column sums of dY, in the order of the rows. */
void bias_backward(const struct node *y);

#endif
