/* l1_levels.h - the forms of l1.h's functions that kernel_simd() picks from. */
#ifndef KERNEL_L1_LEVELS_H
#define KERNEL_L1_LEVELS_H

#include "kernel/l1.h"
#include "kernel/simd.h"

#define TILE_COLS 4 /* of a tile on the way back */

/* As l1_pairs(), l1_rows_backward() and l1_columns_end(). */
typedef void l1_forward_function(const struct pair_block *of, int d,
                                 float scale, const float *x, int ldx,
                                 const float *y, int ldy, float *out, int ldo,
                                 struct arena *scratch);
typedef void l1_backward_function(const struct l1_columns *c,
                                  const struct pair_block *of, float scale,
                                  const float *x, int ldx, const float *y,
                                  int ldy, const float *g, int ldg, float *dx,
                                  int lddx, struct arena *scratch);
typedef void l1_columns_function(const struct l1_columns *c, float *dy,
                                 int lddy);

DECLARE_LEVELS(l1_forward_function, l1_pairs);
DECLARE_LEVELS(l1_backward_function, l1_backward);
DECLARE_LEVELS(l1_columns_function, l1_columns);

#endif
