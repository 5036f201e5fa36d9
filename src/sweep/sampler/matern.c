#include "sweep/sampler/matern.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "engine/kernel/levels.h"

#define ROWS CHOLESKY_ROWS

/* 2^n for -1022 <= n <= 1023. */
INLINE double power_of_two(int32_t n)
{
    const uint64_t bits = (uint64_t)((int64_t)n + 1023) << 52;
    double power;

    memcpy(&power, &bits, sizeof(power));
    return power;
}

/* x := e^-x, equal to exponential() in numbers/math_functions.h; x >= 0. */
INLINE void decay(double *restrict x)
{
    static const double ln2 = 0x1.62e42fefa39efp-1,
                        ln2_rest = 0x1.abc9e3b39803fp-56;
    double r[ROWS], sum[ROWS];
    int32_t power[ROWS];

    for (int i = 0; i < ROWS; i++) {
        const double y = x[i] > 1000 ? -1000 : -x[i], n = rint(y / ln2);

        power[i] = (int32_t)n;
        r[i] = fma(-n, ln2_rest, fma(-n, ln2, y));
        sum[i] = 1;
    }
    for (int k = 13; k >= 1; k--)
        for (int i = 0; i < ROWS; i++)
            sum[i] = 1 + sum[i] * r[i] / k;
    for (int i = 0; i < ROWS; i++) { /* in two halves, of which at most one
                                        rounds */
        const int32_t half = power[i] / 2;

        x[i] = sum[i] * power_of_two(half) * power_of_two(power[i] - half);
    }
}

/* Add the squares of the distances along a coordinate. */
INLINE void add_squares(const double *restrict batch, double at, bool is_name,
                        double length, double *restrict squares)
{
    for (int i = 0; i < ROWS; i++) {
        const double apart =
            is_name ? (batch[i] != at ? 1.0 : 0.0) : batch[i] - at;
        const double r = apart / length;

        squares[i] += r * r;
    }
}

INLINE void one_point(const struct matern *m, const double *point,
                      const double *batch, double *restrict out)
{
    double r[ROWS] = {0}, e[ROWS];

    for (int c = 0; c < m->coordinates; c++)
        if (m->names[c])
            add_squares(batch + c * ROWS, point[c], true, m->length[c], r);
        else
            add_squares(batch + c * ROWS, point[c], false, m->length[c], r);
    for (int i = 0; i < ROWS; i++)
        e[i] = r[i] = sqrt(5 * r[i]);
    decay(e);
    for (int i = 0; i < ROWS; i++)
        out[i] = (1 + r[i] + r[i] * r[i] / 3) * e[i];
}

BY_LEVEL(void, matern_batch,
         (const struct matern *m, int n, const double *points,
          const double *batch, double *out),
         (m, n, points, batch, out))
{
    for (int k = 0; k < n; k++)
        one_point(m, points + (size_t)k * (size_t)m->coordinates, batch,
                  out + (size_t)k * ROWS);
}
