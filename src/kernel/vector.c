#include "kernel/vector.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "kernel/levels.h"

/*
 * Reductions keep sixteen values side by side, whatever the processor's
 * vectors hold: one order of adding on every level.
 */
#define LANES 16
typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t masks __attribute__((vector_size(LANES * sizeof(float))));
typedef double doubles __attribute__((vector_size(8 * sizeof(double))));

/* y = f(x[i], y[i]), where arrays are the same or apart: nothing carried. */
#define ELEMENTWISE(name, parameters, arguments, value)                     \
    EVERY_LEVEL void name##_loop parameters                                 \
    {                                                                       \
        _Pragma("GCC ivdep") for (size_t i = 0; i < n; i++) y[i] = (value); \
    }                                                                       \
    BY_LEVEL(void, name, parameters, arguments)

ELEMENTWISE(vector_add, (size_t n, const float *x, float *y), (n, x, y),
            y[i] + x[i])
ELEMENTWISE(vector_axpy, (size_t n, float a, const float *x, float *y),
            (n, a, x, y), y[i] + a * x[i])
ELEMENTWISE(vector_scale, (size_t n, float a, const float *x, float *y),
            (n, a, x, y), a *x[i])
ELEMENTWISE(vector_mul, (size_t n, const float *x, const float *z, float *y),
            (n, x, z, y), x[i] * z[i])
ELEMENTWISE(vector_muladd, (size_t n, const float *x, const float *z, float *y),
            (n, x, z, y), y[i] + x[i] * z[i])

/* Lanes from x[0 .. n), n <= 16, filled up with `rest`. */
EVERY_LEVEL void load(lanes *v, const float *x, size_t n, float rest)
{
    if (n >= LANES) {
        memcpy(v, x, sizeof(*v));
        return;
    }
    for (size_t i = 0; i < LANES; i++)
        (*v)[i] = i < n ? x[i] : rest;
}

EVERY_LEVEL float tree_sum(const lanes *v)
{
    float sum[LANES];

    memcpy(sum, v, sizeof(sum));
    for (int half = LANES / 2; half; half /= 2)
        for (int i = 0; i < half; i++)
            sum[i] += sum[i + half];
    return sum[0];
}

EVERY_LEVEL float vector_sum_loop(size_t n, const float *x)
{
    lanes sum = {0}, v;

    for (size_t i = 0; i + LANES <= n; i += LANES) {
        load(&v, x + i, LANES, 0.0f);
        sum += v;
    }
    load(&v, x + n - n % LANES, n % LANES, 0.0f);
    sum += v;
    return tree_sum(&sum);
}
BY_LEVEL(float, vector_sum, (size_t n, const float *x), (n, x))

EVERY_LEVEL float vector_dot_loop(size_t n, const float *x, const float *y)
{
    lanes sum = {0}, v, w;
    size_t whole = n - n % LANES;

    for (size_t i = 0; i < whole; i += LANES) {
        load(&v, x + i, LANES, 0.0f);
        load(&w, y + i, LANES, 0.0f);
        sum += v * w;
    }
    load(&v, x + whole, n % LANES, 0.0f);
    load(&w, y + whole, n % LANES, 0.0f);
    sum += v * w;
    return tree_sum(&sum);
}
BY_LEVEL(float, vector_dot, (size_t n, const float *x, const float *y),
         (n, x, y))

/* top = the greater, or the NaN: once one is in `top` it stays there. */
EVERY_LEVEL void raise_to(lanes *top, const lanes *x)
{
    masks up = (*x > *top) | (*x != *x);

    *top = (lanes)((up & (masks)*x) | (~up & (masks)*top));
}

EVERY_LEVEL float vector_max_loop(size_t n, const float *x)
{
    lanes top, v;
    float best = x[0];

    load(&top, x, 0, x[0]);
    for (size_t i = 0; i + LANES <= n; i += LANES) {
        load(&v, x + i, LANES, 0.0f);
        raise_to(&top, &v);
    }
    load(&v, x + n - n % LANES, n % LANES, x[0]);
    raise_to(&top, &v);
    for (int k = 0; k < LANES; k++)
        best = top[k] > best || isnan(top[k]) ? top[k] : best;
    return best;
}
BY_LEVEL(float, vector_max, (size_t n, const float *x), (n, x))

EVERY_LEVEL double vector_squares_loop(size_t n, const float *x)
{
    doubles sum = {0};
    double total = 0.0;
    size_t i = 0;

    for (; i + 8 <= n; i += 8)
        for (int k = 0; k < 8; k++)
            sum[k] += (double)x[i + k] * (double)x[i + k];
    for (int k = 0; i < n; i++, k++)
        sum[k] += (double)x[i] * (double)x[i];
    for (int k = 0; k < 8; k++)
        total += sum[k];
    return total;
}
BY_LEVEL(double, vector_squares, (size_t n, const float *x), (n, x))

/* The greatest is taken out first, so no e^x overflows. */
float vector_softmax(size_t n, const float *x, float *y)
{
    float top = vector_max(n, x), sum;

    for (size_t i = 0; i < n; i++)
        y[i] = x[i] - top;
    vector_exp(n, y, y);
    sum = vector_sum(n, y);
    vector_scale(n, 1.0f / sum, y, y);
    return top + logf(sum);
}
