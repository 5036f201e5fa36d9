/* cholesky_simd.c - columns of a batch less what those before them take. */
#include "kernel/cholesky_levels.h"

#include <string.h>

/* Doubles of a register; an operation on a vector is that on each of them. */
#if defined(LEVEL_AVX512)
#define DOUBLES 8
#elif defined(LEVEL_AVX2)
#define DOUBLES 4
#else
#define DOUBLES 2
#endif
typedef double doubles __attribute__((vector_size(DOUBLES * sizeof(double))));

/* Vectors that are worked at once: with the columns they fill the registers,
 * half of them where there are few. */
#define VECTORS (DOUBLES == 8 ? 2 : 1)
#define STRIP (VECTORS * DOUBLES)

/* One strip of the rows. */
INLINE void take_left(double *x, int first, int cols, const double *l, int step)
{
    doubles sum[CHOLESKY_COLS][VECTORS] = {{{0}}};

    for (int c = 0; c < cols; c++)
        memcpy(sum[c], x + (size_t)(first + c) * CHOLESKY_ROWS, sizeof(sum[c]));
    for (int k = 0; k < first; k++) {
        const double *at = l + (size_t)k * (size_t)step;
        doubles left[VECTORS];

        memcpy(left, x + (size_t)k * CHOLESKY_ROWS, sizeof(left));
        EACH (c, CHOLESKY_COLS)
            EACH (v, VECTORS)
                sum[c][v] -= left[v] * at[c];
    }
    for (int c = 0; c < cols; c++)
        memcpy(x + (size_t)(first + c) * CHOLESKY_ROWS, sum[c], sizeof(sum[c]));
}

void AT_LEVEL(cholesky_left)(double *x, int first, int cols, const double *l,
                             int step)
{
    for (int i = 0; i < CHOLESKY_ROWS; i += STRIP)
        if (step == CHOLESKY_COLS) /* two loops, each with its own step */
            take_left(x + i, first, cols, l, CHOLESKY_COLS);
        else
            take_left(x + i, first, cols, l, CHOLESKY_ROWS);
}
