/* cholesky_levels.h - the forms that kernel_simd() picks from. */
#ifndef KERNEL_CHOLESKY_LEVELS_H
#define KERNEL_CHOLESKY_LEVELS_H

#include "kernel/cholesky.h"
#include "kernel/simd.h"

/*
 * Solve for `cols` columns of a batch from `first` on, up to CHOLESKY_COLS, by
 * those before them: `l` has their rows of the factor, element k of the i-th at
 * l[k * step + i].
 */
typedef void cholesky_left_function(double *x, int first, int cols,
                                    const double *l, int step);
DECLARE_LEVELS(cholesky_left_function, cholesky_left);

#endif
