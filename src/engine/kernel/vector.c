#include "engine/kernel/vector.h"

#include <math.h>

#include "base/numbers/math_functions.h"
#include "engine/kernel/exp.h"
#include "engine/kernel/float_order.h"
#include "engine/kernel/levels.h"
#include "engine/kernel/sums.h"

/* y[i] = f(x[i], y[i]). */
#define ELEMENTWISE(name, parameters, arguments, value)                \
    BY_LEVEL(void, name, parameters, arguments)                        \
    {                                                                  \
        NOTHING_CARRIED for (size_t i = 0; i < n; i++) y[i] = (value); \
    }

ELEMENTWISE(vector_add, (size_t n, const float *x, float *y), (n, x, y),
            y[i] + x[i])
ELEMENTWISE(vector_plus, (size_t n, const float *x, const float *z, float *y),
            (n, x, z, y), x[i] + z[i])
ELEMENTWISE(vector_axpy, (size_t n, float a, const float *x, float *y),
            (n, a, x, y), y[i] + a * x[i])
ELEMENTWISE(vector_approach, (size_t n, float a, const float *x, float *y),
            (n, a, x, y), fmaf(a, x[i] - y[i], y[i]))
ELEMENTWISE(vector_scale, (size_t n, float a, const float *x, float *y),
            (n, a, x, y), a *x[i])
ELEMENTWISE(vector_mul, (size_t n, const float *x, const float *z, float *y),
            (n, x, z, y), x[i] * z[i])
ELEMENTWISE(vector_muladd, (size_t n, const float *x, const float *z, float *y),
            (n, x, z, y), y[i] + x[i] * z[i])
ELEMENTWISE(vector_mul_plus,
            (size_t n, const float *x, const float *z, const float *c,
             float *y),
            (n, x, z, c, y), c[i] + x[i] * z[i])
ELEMENTWISE(vector_scaled_mul,
            (size_t n, float a, const float *x, const float *z, float *y),
            (n, a, x, z, y), a *(x[i] * z[i]))
ELEMENTWISE(vector_minus, (size_t n, const float *x, const float *z, float *y),
            (n, x, z, y), x[i] - z[i])
ELEMENTWISE(vector_mix,
            (size_t n, const float *g, const float *x, const float *z,
             float *y),
            (n, g, x, z, y), g[i] * x[i] + (1.0f - g[i]) * z[i])
ELEMENTWISE(vector_mul_minus,
            (size_t n, const float *x, const float *a, const float *b,
             float *y),
            (n, x, a, b, y), x[i] * (a[i] - b[i]))
ELEMENTWISE(vector_muladd_minus,
            (size_t n, const float *x, const float *a, const float *b,
             float *y),
            (n, x, a, b, y), y[i] + x[i] * (a[i] - b[i]))
ELEMENTWISE(vector_mul_rest,
            (size_t n, const float *x, const float *g, float *y), (n, x, g, y),
            x[i] * (1.0f - g[i]))
ELEMENTWISE(vector_muladd_rest,
            (size_t n, const float *x, const float *g, float *y), (n, x, g, y),
            y[i] + x[i] * (1.0f - g[i]))
ELEMENTWISE(vector_tanh_slope, (size_t n, const float *x, float *y), (n, x, y),
            1.0f - x[i] * x[i])
ELEMENTWISE(vector_sigmoid_slope, (size_t n, const float *x, float *y),
            (n, x, y), x[i] * (1.0f - x[i]))
ELEMENTWISE(vector_relu, (size_t n, const float *x, float *y), (n, x, y),
            x[i] < 0.0f ? 0.0f : x[i])
ELEMENTWISE(vector_relu_back, (size_t n, const float *x, float *y), (n, x, y),
            x[i] > 0.0f ? y[i] : 0.0f)

BY_LEVEL(float, vector_sum, (size_t n, const float *x), (n, x))
{
    return sum_in_lanes(n, x);
}

BY_LEVEL(float, vector_dot, (size_t n, const float *x, const float *y),
         (n, x, y))
{
    return dot_in_lanes(n, x, y);
}

BY_LEVEL(float, vector_max, (size_t n, const float *x), (n, x))
{
    int32_t top = INT32_MIN;

    for (size_t i = 0; i < n; i++) {
        int32_t v = float_order_of(x[i]);
        top = v > top ? v : top;
    }
    return float_order_back(top);
}

INLINE void add_square(double *sum, float x)
{
    *sum += (double)x * (double)x;
}

BY_LEVEL(void, vector_add_squares,
         (size_t n, size_t at, const float *x, double lane[8]),
         (n, at, x, lane))
{
    const size_t head = n < (8 - at % 8) % 8 ? n : (8 - at % 8) % 8;
    const size_t whole = head + (n - head) / 8 * 8;

    for (size_t i = 0; i < head; i++)
        add_square(&lane[(at + i) % 8], x[i]);
    for (size_t i = head; i < whole; i += 8)
        for (int k = 0; k < 8; k++)
            add_square(&lane[k], x[i + k]);
    for (size_t i = whole; i < n; i++)
        add_square(&lane[i - whole], x[i]);
}

/* The sum of e^(x - top). */
BY_LEVEL(float, vector_sum_exp_below, (size_t n, const float *x, float top),
         (n, x, top))
{
    float sum[LANES] = {0};
    const size_t whole = n - n % LANES;

    for (size_t i = 0; i < whole; i += LANES)
        for (int k = 0; k < LANES; k++)
            sum[k] += exp_one(x[i + k] - top);
    for (size_t i = whole; i < n; i++)
        sum[i - whole] += exp_one(x[i] - top);
    return tree_sum(sum);
}

#if ONCE
double vector_squares(const double lane[8])
{
    double sum = lane[0];

    for (int k = 1; k < 8; k++)
        sum += lane[k];
    return sum;
}

void vector_center(size_t n, const float *x, float *y)
{
    const float mean = n ? vector_sum(n, x) / (float)n : 0.0f;

    for (size_t i = 0; i < n; i++)
        y[i] = x[i] - mean;
}

/* top, the maximum, is subtracted first, so no e^x overflows.  Returns the sum
 * of the powers. */
static float softmax_below(size_t n, const float *x, float top, float *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] - top;
    vector_exp(n, y, y);
    const float sum = vector_sum(n, y);

    vector_scale(n, 1.0f / sum, y, y);
    return sum;
}

void vector_softmax(size_t n, const float *x, float *y)
{
    softmax_below(n, x, vector_max(n, x), y);
}

float vector_softmax_log(size_t n, const float *x, float *y)
{
    const float top = vector_max(n, x);

    return top + (float)natural_log(softmax_below(n, x, top, y));
}

float vector_log_sum_exp(size_t n, const float *x, float top)
{
    return top + (float)natural_log(vector_sum_exp_below(n, x, top));
}
#endif
