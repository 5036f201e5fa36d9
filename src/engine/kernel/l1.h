/*
 * l1.h - pairwise L1 distances and their gradient, the main computation of
 * CoDA.
 *
 * Eq. 2 of Tay et al. 2019: N_ij = -beta ||f(a_i) - f(b_j)||_1.
 *
 * All SIMD levels give the same bits, which for a pair depend on its two rows
 * alone.  A test compares them with double precision.
 */
#ifndef ENGINE_KERNEL_L1_H
#define ENGINE_KERNEL_L1_H

#include "base/core/arena.h"
#include "engine/kernel/pair_mask.h"

/*
 * out[i * ldo + j] = scale * sum_d |x[i * ldx + d] - y[j * ldy + d]|.
 *
 *   of      m rows, n columns; forbidden pairs become 0
 *   x [m x d], y [n x d], out [m x n]
 *   scratch lends working memory, given back before the return
 */
void l1_pairs(const struct pair_block *of, int d, float scale, const float *x,
              int ldx, const float *y, int ldy, float *out, int ldo,
              struct arena *scratch);

/*
 * Backward of the above: with g = d loss / d out and s = scale,
 *   dx_i += s sum_j g_ij sign(x_i - y_j),  dy_j -= s sum_i g_ij sign(x_i - y_j)
 * sign(0) = 0.  Either of dx and dy may be NULL, and they may be one matrix
 * (self-attention).  Only the allowed pairs of g are read.
 */
void l1_pairs_backward(const struct pair_block *of, int d, float scale,
                       const float *x, int ldx, const float *y, int ldy,
                       const float *g, int ldg, float *dx, int lddx, float *dy,
                       int lddy, struct arena *scratch);

/*
 * The backward pass for rows that come some at a time.  The columns' gradient
 * is summed over all rows in their order before it is added to dy, so that the
 * bits are those of one call.
 */
struct l1_columns {
    int n, d;   /* of all rows */
    float *sum; /* borrowed from `scratch` */
};
struct l1_columns l1_columns_begin(int n, int d, struct arena *scratch);

/* Process the next of->m rows; the last of them sees at most the first of->n
 * columns. */
void l1_rows_backward(const struct l1_columns *c, const struct pair_block *of,
                      float scale, const float *x, int ldx, const float *y,
                      int ldy, const float *g, int ldg, float *dx, int lddx,
                      struct arena *scratch);

void l1_columns_end(const struct l1_columns *c, float *dy, int lddy);

#endif
