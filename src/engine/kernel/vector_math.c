/*
 * The transcendental functions of vector.h, one value at a time and without
 * branches, so that the compiler vectorises them.  The polynomials are those of
 * Cephes (Moshier), single precision.
 */
#include "engine/kernel/vector.h"

#include "engine/kernel/exp.h"
#include "engine/kernel/levels.h"

/* 1 / (1 + e^-x), from e^-|x| so that small results keep their digits. */
INLINE float sigmoid_one(float x)
{
    float e = exp_one(-__builtin_fabsf(x));
    float top = x < 0.0f ? e : 1.0f;
    return top / (1.0f + e);
}

/* An odd polynomial near 0, 1 - 2 / (e^2|x| + 1) elsewhere. */
INLINE float tanh_one(float x)
{
    float a = __builtin_fabsf(x), s = x * x;
    float far = 1.0f - 2.0f / (exp_one(a + a) + 1.0f);

    float p = -5.70498872745e-3f;
    p = __builtin_fmaf(p, s, 2.06390887954e-2f);
    p = __builtin_fmaf(p, s, -5.37397155531e-2f);
    p = __builtin_fmaf(p, s, 1.33314422036e-1f);
    p = __builtin_fmaf(p, s, -3.33332819422e-1f);
    float near = __builtin_fmaf(p * s, x, x);
    return a < 0.625f ? near : __builtin_copysignf(far, x);
}

/* Reduced by atan(x) = pi/4 + atan((x-1)/(x+1)) = pi/2 - atan(1/x). */
INLINE float atan_one(float x)
{
    float a = __builtin_fabsf(x);
    float base = a > 0.41421356f ? 0.785398163397448f : 0.0f;
    float top = a > 0.41421356f ? a - 1.0f : a;
    float low = a > 0.41421356f ? a + 1.0f : 1.0f;
    base = a > 2.41421356f ? 1.57079632679490f : base;
    top = a > 2.41421356f ? -1.0f : top;
    low = a > 2.41421356f ? a : low;

    float r = top / low, s = r * r;
    float p = 8.05374449538e-2f;
    p = __builtin_fmaf(p, s, -1.38776856032e-1f);
    p = __builtin_fmaf(p, s, 1.99777106478e-1f);
    p = __builtin_fmaf(p, s, -3.33329491539e-1f);
    return __builtin_copysignf(base + __builtin_fmaf(p * s, r, r), x);
}

INLINE float elu_plus_one(float x)
{
    float low = exp_one(x);
    return x > 0.0f ? x + 1.0f : low;
}

#define MAP(name)                                                       \
    BY_LEVEL(void, vector_##name, (size_t n, const float *x, float *y), \
             (n, x, y))                                                 \
    {                                                                   \
        NOTHING_CARRIED for (size_t i = 0; i < n; i++) y[i] =           \
            name##_one(x[i]);                                           \
    }

MAP(exp)
MAP(tanh)
MAP(sigmoid)
MAP(atan)
MAP(elu_plus)
