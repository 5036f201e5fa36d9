#include "attention/elementwise.h"

#include <math.h>
#include <string.h>

#include "kernel/vector.h"

static void tanh_run(size_t n, const float *x, float *f, float *d)
{
    vector_tanh(n, x, f);
    if (d)
        vector_tanh_slope(n, f, d);
}

static void sigmoid_run(size_t n, const float *x, float *f, float *d)
{
    vector_sigmoid(n, x, f);
    if (d)
        vector_sigmoid_slope(n, f, d);
}

static void arctan_run(size_t n, const float *x, float *f, float *d)
{
    vector_atan(n, x, f);
    for (size_t i = 0; d && i < n; i++)
        d[i] = 1.0f / (1.0f + x[i] * x[i]);
}

static void algebraic_run(size_t n, const float *x, float *f, float *d)
{
    for (size_t i = 0; i < n; i++) {
        float r = 1.0f / sqrtf(1.0f + x[i] * x[i]);
        f[i] = x[i] * r;
        if (d)
            d[i] = r * r * r;
    }
}

static void identity_run(size_t n, const float *x, float *f, float *d)
{
    memcpy(f, x, n * sizeof(float));
    for (size_t i = 0; d && i < n; i++)
        d[i] = 1.0f;
}

static void positive_run(size_t n, const float *x, float *f, float *d)
{
    tanh_run(n, x, f, d);
    vector_relu(n, f, f);
    if (d)
        vector_relu_back(n, f, d);
}

elementwise_function *const elementwise[] = {
    [TANH] = tanh_run,         [SIGMOID] = sigmoid_run,
    [ARCTAN] = arctan_run,     [ALGEBRAIC] = algebraic_run,
    [IDENTITY] = identity_run, [POSITIVE] = positive_run};
