/*
 * matern.h - Matern's covariance with nu = 5/2, of many pairs of points:
 *
 *     (1 + r + r^2 / 3) e^-r,  r^2 = 5 sum_i ((a_i - b_i) / length_i)^2
 *
 * To the last bit what numbers/math_functions.h and + - * / give for one pair,
 * at every level of vector instructions.
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
    const bool *names;    /* [coordinates] of which it only matters whether they
                             are the same; borrowed */
    const double *length; /* [coordinates] above 0; borrowed */
};

/*
 * Of a batch with each of n points:
 *
 *   points  [n * coordinates]
 *   batch   [coordinates * CHOLESKY_ROWS] one coordinate of all after the other
 *   out     [n * CHOLESKY_ROWS] as cholesky_solve() takes it
 */
void matern_batch(const struct matern *m, int n, const double *points,
                  const double *batch, double *out);

#endif
