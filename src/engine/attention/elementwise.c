#include "engine/attention/elementwise.h"

#include <math.h>
#include <string.h>

#include "engine/kernel/vector.h"

static void arctan_slope(size_t n, const float *x, float *d)
{
    for (size_t i = 0; i < n; i++)
        d[i] = 1.0f / (1.0f + x[i] * x[i]);
}

static float algebraic_scale(float x)
{
    return 1.0f / sqrtf(1.0f + x * x);
}

static void algebraic(size_t n, const float *x, float *f)
{
    for (size_t i = 0; i < n; i++)
        f[i] = x[i] * algebraic_scale(x[i]);
}

static void algebraic_slope(size_t n, const float *x, float *d)
{
    for (size_t i = 0; i < n; i++) {
        const float r = algebraic_scale(x[i]);

        d[i] = r * r * r;
    }
}

static void identity(size_t n, const float *x, float *f)
{
    memmove(f, x, n * sizeof(float));
}

static void one(size_t n, const float *f, float *d)
{
    (void)f;
    for (size_t i = 0; i < n; i++)
        d[i] = 1.0f;
}

static void positive(size_t n, const float *x, float *f)
{
    vector_tanh(n, x, f);
    vector_relu(n, f, f);
}

/* Where f is not 0, the function is tanh. */
static void positive_slope(size_t n, const float *f, float *d)
{
    vector_tanh_slope(n, f, d);
    vector_relu_back(n, f, d);
}

const struct elementwise elementwise[] = {
    [TANH] = {.run = vector_tanh, .slope = vector_tanh_slope},
    [SIGMOID] = {.run = vector_sigmoid, .slope = vector_sigmoid_slope},
    [ARCTAN] = {.run = vector_atan, .slope = arctan_slope, .of_x = true},
    [ALGEBRAIC] = {.run = algebraic, .slope = algebraic_slope, .of_x = true},
    [IDENTITY] = {.run = identity, .slope = one},
    [POSITIVE] = {.run = positive, .slope = positive_slope}};
