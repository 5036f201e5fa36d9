/*
 * matern.h - Matern's covariance with nu = 5/2, for many pairs of points:
 *
 *     (1 + r + r^2 / 3) e^-r,  r^2 = 5 sum_i ((a_i - b_i) / length_i)^2
 *
 * At every level of vector instructions the result is equal to the last bit to
 * that for one pair, computed by + - * / and numbers/math_functions.h.
 *
 * Threads: pure functions.
 * Source:  Rasmussen and Williams 2006, section 4.2.1.
 */
#ifndef SWEEP_SAMPLER_MATERN_H
#define SWEEP_SAMPLER_MATERN_H

#include <stdbool.h>

#include "engine/kernel/cholesky.h"

struct matern {
    int coordinates;
    const bool *names;    /* [coordinates] true for names, of which only
                             equality matters; borrowed */
    const double *length; /* [coordinates] above 0; borrowed */
};

/*
 * The covariance of each point of a batch with each of n points:
 *
 *   points  [n * coordinates]
 *   batch   [coordinates * CHOLESKY_ROWS] the first coordinate of all points of
 *           the batch, then the second, ...
 *   out     [n * CHOLESKY_ROWS] in the layout of cholesky_solve()
 */
void matern_batch(const struct matern *m, int n, const double *points,
                  const double *batch, double *out);

#endif
