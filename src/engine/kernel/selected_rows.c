#include "engine/kernel/selected_rows.h"

#include <stddef.h>

#include "engine/kernel/levels.h"

/* Rows that are added in one pass over y. */
#define TOGETHER 4

INLINE const float *row_of(int n, int d, int u, const int32_t *at,
                           const float *w)
{
    return w + ((size_t)at[u] * (size_t)n + (size_t)u) * (size_t)d;
}

BY_LEVEL(void, selected_rows_sum,
         (int n, int d, const int32_t *restrict at, const float *restrict a,
          const float *restrict w, float *restrict y),
         (n, d, at, a, w, y))
{
    int u = 0;

    for (; u + TOGETHER <= n; u += TOGETHER) {
        const float *p = row_of(n, d, u, at, w);
        const float *q = row_of(n, d, u + 1, at, w);
        const float *r = row_of(n, d, u + 2, at, w);
        const float *s = row_of(n, d, u + 3, at, w);

        for (int j = 0; j < d; j++)
            y[j] =
                (((y[j] + a[u] * p[j]) + a[u + 1] * q[j]) + a[u + 2] * r[j]) +
                a[u + 3] * s[j];
    }
    for (; u < n; u++) {
        const float *p = row_of(n, d, u, at, w);

        for (int j = 0; j < d; j++)
            y[j] += a[u] * p[j];
    }
}

BY_LEVEL(void, selected_rows_add,
         (int n, int from, int to, int d, const int32_t *restrict at,
          const float *restrict a, const float *restrict x, float *restrict w),
         (n, from, to, d, at, a, x, w))
{
    for (int u = from; u < to; u++) {
        float *p = w + ((size_t)at[u] * (size_t)n + (size_t)u) * (size_t)d;

        for (int j = 0; j < d; j++)
            p[j] += a[u] * x[j];
    }
}
