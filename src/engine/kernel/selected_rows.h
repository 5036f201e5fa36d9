/*
 * selected_rows.h - products with a matrix of which only some rows count,
 * others for each product: what goes back through maxout.
 *
 * w [pieces * n x d] has a row for each piece of each of n units, row
 * piece * n + unit; at[u] is the piece picked of unit u, a[u] its factor.  The
 * same bits at every SIMD level.
 */
#ifndef ENGINE_KERNEL_SELECTED_ROWS_H
#define ENGINE_KERNEL_SELECTED_ROWS_H

#include <stdint.h>

/* y [d] += sum over u of a[u] times the row picked of u, in the order of u. */
void selected_rows_sum(int n, int d, const int32_t *at, const float *a,
                       const float *w, float *y);

/* The row picked of u += a[u] x [d], for each unit of [from, to). */
void selected_rows_add(int n, int from, int to, int d, const int32_t *at,
                       const float *a, const float *x, float *w);

#endif
