/*
 * sums.h - summing loops for inlining into kernels.
 *
 * They keep sixteen partial sums, whatever the width of the processor's
 * vectors: one order of addition at every level.
 */
#ifndef ENGINE_KERNEL_SUMS_H
#define ENGINE_KERNEL_SUMS_H

#include <stddef.h>

#include "engine/kernel/levels.h"

#define LANES 16

INLINE float tree_sum(float sum[LANES])
{
    for (int half = LANES / 2; half; half /= 2)
        for (int k = 0; k < half; k++)
            sum[k] += sum[k + half];
    return sum[0];
}

INLINE float sum_in_lanes(size_t n, const float *x)
{
    float sum[LANES] = {0};
    size_t whole = n - n % LANES;

    for (size_t i = 0; i < whole; i += LANES)
        for (int k = 0; k < LANES; k++)
            sum[k] += x[i + k];
    for (size_t i = whole; i < n; i++)
        sum[i - whole] += x[i];
    return tree_sum(sum);
}

INLINE float dot_in_lanes(size_t n, const float *x, const float *y)
{
    float sum[LANES] = {0};
    size_t whole = n - n % LANES;

    for (size_t i = 0; i < whole; i += LANES)
        for (int k = 0; k < LANES; k++)
            sum[k] += x[i + k] * y[i + k];
    for (size_t i = whole; i < n; i++)
        sum[i - whole] += x[i] * y[i];
    return tree_sum(sum);
}

#endif
