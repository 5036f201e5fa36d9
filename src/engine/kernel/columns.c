#include "engine/kernel/columns.h"

#include <float.h>
#include <stddef.h>
#include <string.h>

#include "engine/kernel/exp.h"
#include "engine/kernel/levels.h"

/* Each loop processes one row at a time; its results per column stay in the L1
 * cache. */

INLINE void find_most(int rows, int n, const float *restrict x,
                      float *restrict most)
{
    for (int j = 0; j < n; j++)
        most[j] = -FLT_MAX;
    for (int i = 0; i < rows; i++) {
        const float *row = x + (size_t)i * (size_t)n;

        for (int j = 0; j < n; j++)
            most[j] = row[j] > most[j] ? row[j] : most[j];
    }
}

BY_LEVEL(void, columns_shift,
         (int rows, int n, float *restrict x, float *restrict most),
         (rows, n, x, most))
{
    find_most(rows, n, x, most);
    for (int i = 0; i < rows; i++) {
        float *row = x + (size_t)i * (size_t)n;

        for (int j = 0; j < n; j++)
            row[j] -= most[j];
    }
}

BY_LEVEL(void, columns_exp,
         (int rows, int n, float *restrict x, float *restrict most,
          float *restrict sum),
         (rows, n, x, most, sum))
{
    find_most(rows, n, x, most);
    memset(sum, 0, (size_t)n * sizeof(*sum));
    for (int i = 0; i < rows; i++) {
        float *row = x + (size_t)i * (size_t)n;

        for (int j = 0; j < n; j++) {
            row[j] = exp_one(row[j] - most[j]);
            sum[j] += row[j];
        }
    }
}

BY_LEVEL(void, columns_sum,
         (int rows, int n, const float *restrict x, float *restrict sum),
         (rows, n, x, sum))
{
    memset(sum, 0, (size_t)n * sizeof(*sum));
    for (int i = 0; i < rows; i++) {
        const float *row = x + (size_t)i * (size_t)n;

        for (int j = 0; j < n; j++)
            sum[j] += row[j];
    }
}

BY_LEVEL(void, columns_scale,
         (int rows, int n, const float *restrict factor, float less,
          float *restrict x),
         (rows, n, factor, less, x))
{
    for (int i = 0; i < rows; i++) {
        float *row = x + (size_t)i * (size_t)n;

        for (int j = 0; j < n; j++)
            row[j] = row[j] * factor[j] - less;
    }
}

INLINE void most_of(int rows, int n, const float *restrict x,
                    const float *restrict plus, int adds, float *restrict most,
                    int32_t *restrict at)
{
    for (int j = 0; j < n; j++) {
        most[j] = adds ? x[j] + plus[j] : x[j];
        at[j] = 0;
    }
    for (int i = 1; i < rows; i++) {
        const size_t row = (size_t)i * (size_t)n;

        for (int j = 0; j < n; j++) {
            const float v = adds ? x[row + j] + plus[row + j] : x[row + j];
            const int more = (v > most[j]) | (v != v);

            most[j] = more ? v : most[j];
            at[j] = more ? i : at[j];
        }
    }
}

BY_LEVEL(void, columns_most,
         (int rows, int n, const float *restrict x, const float *restrict plus,
          float *restrict most, int32_t *restrict at),
         (rows, n, x, plus, most, at))
{
    if (plus)
        most_of(rows, n, x, plus, 1, most, at);
    else
        most_of(rows, n, x, NULL, 0, most, at);
}
