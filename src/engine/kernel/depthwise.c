#include "engine/kernel/depthwise.h"

#include <stddef.h>

#include "engine/kernel/levels.h"

/* One row that has all k taps; k is a constant, so only the result is
 * stored. */
INLINE void whole_row(int k, int d, const float *restrict w,
                      const float *restrict x, float *restrict y, int stores)
{
    NOTHING_CARRIED for (int j = 0; j < d; j++)
    {
        float s = w[j] * x[j];

        for (int t = 1; t < k; t++)
            s += w[t * d + j] * x[t * d + j];
        y[j] = stores ? s : y[j] + s;
    }
}

/* One row with any number of taps. */
INLINE void any_row(int taps, int d, const float *restrict w,
                    const float *restrict x, float *restrict y, int stores)
{
    for (int j = 0; j < d; j += 64) {
        const int n = d - j < 64 ? d - j : 64;
        float s[64];

        for (int i = 0; i < n; i++)
            s[i] = w[j + i] * x[j + i];
        for (int t = 1; t < taps; t++)
            for (int i = 0; i < n; i++)
                s[i] += w[t * d + j + i] * x[t * d + j + i];
        for (int i = 0; i < n; i++)
            y[j + i] = stores ? s[i] : y[j + i] + s[i];
    }
}

INLINE void one_row(int taps, int d, const float *restrict w,
                    const float *restrict x, float *restrict y, int stores)
{
    if (taps == 7)
        whole_row(7, d, w, x, y, stores);
    else if (taps == 5)
        whole_row(5, d, w, x, y, stores);
    else if (taps == 3)
        whole_row(3, d, w, x, y, stores);
    else
        any_row(taps, d, w, x, y, stores);
}

INLINE int first_tap(struct taps of, int i)
{
    return i < of.before ? of.before - i : 0;
}

INLINE int end_tap(struct taps of, int n, int i)
{
    const int left = n - i + of.before;

    return left < of.k ? left : of.k;
}

BY_LEVEL(void, depthwise,
         (struct taps of, int n, int from, int to, int d,
          const float *restrict w, const float *restrict x, float *restrict y,
          int stores),
         (of, n, from, to, d, w, x, y, stores))
{
    for (int i = from; i < to; i++) {
        const int first = first_tap(of, i), end = end_tap(of, n, i);

        one_row(end - first, d, w + (ptrdiff_t)first * d,
                x + (ptrdiff_t)(i - of.before + first) * d,
                y + (ptrdiff_t)i * d, stores);
    }
}

BY_LEVEL(void, depthwise_weights,
         (struct taps of, int n, int d, int from, int to,
          const float *restrict x, const float *restrict dy,
          float *restrict dw),
         (of, n, d, from, to, x, dy, dw))
{
    for (int i = 0; i < n; i++) {
        const int end = end_tap(of, n, i);
        const float *g = dy + (ptrdiff_t)i * d;

        for (int t = first_tap(of, i); t < end; t++) {
            const float *v = x + (ptrdiff_t)(i - of.before + t) * d;
            float *to_w = dw + (ptrdiff_t)t * d;

            for (int j = from; j < to; j++)
                to_w[j] += g[j] * v[j];
        }
    }
}
