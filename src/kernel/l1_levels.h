/* l1_levels.h - the forms of l1.h's functions that kernel_simd() picks from. */
#ifndef KERNEL_L1_LEVELS_H
#define KERNEL_L1_LEVELS_H

#include "base/arena.h"

/* As l1_pairs() and l1_pairs_backward(). */
typedef void l1_forward(int m, int n, int d, float scale, const float *x,
                        int ldx, const float *y, int ldy, float *out, int ldo,
                        int causal, struct arena *scratch);
typedef void l1_backward(int m, int n, int d, float scale, const float *x,
                         int ldx, const float *y, int ldy, const float *g,
                         int ldg, float *dx, int lddx, float *dy, int lddy,
                         int causal, struct arena *scratch);

l1_forward l1_avx2_pairs, l1_avx512_pairs;
l1_backward l1_avx2_backward, l1_avx512_backward;

#endif
