/*
 * columns.h - work down the columns of row-major matrices.
 *
 * Columns lie side by side in vectors, so nothing is added up across lanes:
 * each column goes from the top to the bottom, and all SIMD levels give the
 * same bits.  NaN stays in its column.
 */
#ifndef ENGINE_KERNEL_COLUMNS_H
#define ENGINE_KERNEL_COLUMNS_H

#include <stdint.h>

/* x [rows x n] becomes x - most, with most[n] the greatest of each column, at
 * least -FLT_MAX, so that a column of -inf stays one. */
void columns_shift(int rows, int n, float *x, float *most);

/* The same, then e to the power of it; sum[n] is what a column adds up to. */
void columns_exp(int rows, int n, float *x, float *most, float *sum);

/* sum[n] = what each column of x [rows x n] adds up to. */
void columns_sum(int rows, int n, const float *x, float *sum);

/* x [rows x n] becomes x factor - less, with factor[n]. */
void columns_scale(int rows, int n, const float *factor, float less, float *x);

/* most[n] = the greatest of each column of x [rows x n], or of x + plus where
 * plus is not NULL, and at[n] the first row that has it; NaN is greater than
 * any number.  rows >= 1. */
void columns_most(int rows, int n, const float *x, const float *plus,
                  float *most, int32_t *at);

#endif
