/* l1_levels.h - the forms of l1.h's functions that kernel_simd() picks from. */
#ifndef KERNEL_L1_LEVELS_H
#define KERNEL_L1_LEVELS_H

#include "base/arena.h"
#include "kernel/simd.h"

/* As l1_pairs() and l1_pairs_backward(). */
typedef void l1_forward_function(int m, int n, int d, float scale,
                                 const float *x, int ldx, const float *y,
                                 int ldy, float *out, int ldo, int causal,
                                 struct arena *scratch);
typedef void l1_backward_function(int m, int n, int d, float scale,
                                  const float *x, int ldx, const float *y,
                                  int ldy, const float *g, int ldg, float *dx,
                                  int lddx, float *dy, int lddy, int causal,
                                  struct arena *scratch);

DECLARE_LEVELS(l1_forward_function, l1_pairs);
DECLARE_LEVELS(l1_backward_function, l1_backward);

#endif
