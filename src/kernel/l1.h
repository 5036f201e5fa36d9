/*
 * l1.h - pairwise L1 distances and their gradient: the heart of CoDA.
 *
 * Eq. 2 of Tay et al. 2019: N_ij = -beta ||f(a_i) - f(b_j)||_1.
 *
 * All SIMD levels give the same bits, which for a pair depend on its two rows
 * alone; a test holds them to double precision.
 */
#ifndef KERNEL_L1_H
#define KERNEL_L1_H

#include "base/arena.h"

/*
 * out[i * ldo + j] = scale * sum_d |x[i * ldx + d] - y[j * ldy + d]|.
 *
 *   x [m x d], y [n x d], out [m x n]
 *   causal  1: only pairs j <= i are computed; the others are left as 0
 *   scratch lends working memory; given back before the return
 */
void l1_pairs(int m, int n, int d, float scale, const float *x, int ldx,
              const float *y, int ldy, float *out, int ldo, int causal,
              struct arena *scratch);

/*
 * Backward of the above: with g = d loss / d out and s = scale,
 *   dx_i += s sum_j g_ij sign(x_i - y_j),  dy_j -= s sum_i g_ij sign(x_i - y_j)
 * sign(0) = 0.  Either of dx and dy may be NULL, and they may be one matrix
 * (self-attention).  Forbidden pairs must hold g = 0 or are skipped (causal).
 */
void l1_pairs_backward(int m, int n, int d, float scale, const float *x,
                       int ldx, const float *y, int ldy, const float *g,
                       int ldg, float *dx, int lddx, float *dy, int lddy,
                       int causal, struct arena *scratch);

#endif
