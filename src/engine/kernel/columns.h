/*
 * columns.h - operations down the columns of row-major matrices.
 *
 * Columns lie side by side in the lanes of a vector, so no sum crosses lanes:
 * each column is processed from top to bottom, and all SIMD levels give the
 * same bits.  NaN stays in its column.
 */
#ifndef ENGINE_KERNEL_COLUMNS_H
#define ENGINE_KERNEL_COLUMNS_H

#include <stdint.h>

/* x [rows x n] becomes x - most, where most[n] is the maximum of each column,
 * but at least -FLT_MAX, so that a column of -inf stays -inf. */
void columns_shift(int rows, int n, float *x, float *most);

/* As columns_shift(), then replace x by e^x; sum[n] receives the column
 * sums. */
void columns_exp(int rows, int n, float *x, float *most, float *sum);

/* sum[n] = the column sums of x [rows x n]. */
void columns_sum(int rows, int n, const float *x, float *sum);

/* x [rows x n] becomes x factor[n] - less. */
void columns_scale(int rows, int n, const float *factor, float less, float *x);

/* most[n] = the maximum of each column of x [rows x n], or of x + plus if plus
 * is not NULL; at[n] = the first row that has it.  NaN counts as greater than
 * any number. rows >= 1. */
void columns_most(int rows, int n, const float *x, const float *plus,
                  float *most, int32_t *at);

#endif
