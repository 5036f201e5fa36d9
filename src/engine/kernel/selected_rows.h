/*
 * selected_rows.h - products with a matrix of which each product uses only some
 * rows: the backward pass of maxout.
 *
 * w [pieces * n x d] has a row for each piece of each of n units, row piece * n
 * + unit; at[u] is the piece that unit u selects, a[u] its factor.  All SIMD
 * levels give the same bits.
 */
#ifndef ENGINE_KERNEL_SELECTED_ROWS_H
#define ENGINE_KERNEL_SELECTED_ROWS_H

#include <stdint.h>

/* y [d] += sum over u of a[u] times the row that u selects, in the order of
 * u. */
void selected_rows_sum(int n, int d, const int32_t *at, const float *a,
                       const float *w, float *y);

/* The row that u selects += a[u] x [d], for each unit u of [from, to). */
void selected_rows_add(int n, int from, int to, int d, const int32_t *at,
                       const float *a, const float *x, float *w);

#endif
