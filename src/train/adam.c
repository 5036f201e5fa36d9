#include "train/adam.h"

#include <float.h>
#include <math.h>

#include "base/functions.h"
#include "kernel/levels.h"

/*
 * What counts as no gradient: 2^-56 (1.4e-17) moves a parameter by some 1e-9
 * of the rate at an epsilon of 1e-8, and its square times 1 - beta2 is still a
 * normal number unless beta2 > 0.9999.
 */
#define LEAST_GRADIENT 0x1p-56f

struct adam adam_scalars(double rate, double beta1, double beta2,
                         double epsilon, double scale, long step)
{
    return (struct adam){
        .beta1 = (float)beta1,
        .rest1 = (float)(1 - beta1),
        .beta2 = (float)beta2,
        .rest2 = (float)(1 - beta2),
        .rate = (float)(rate / (1 - whole_power(beta1, step))),
        .root = (float)(1 / sqrt(1 - whole_power(beta2, step))),
        .epsilon = (float)epsilon,
        .scale = (float)scale,
    };
}

/* NaN is not below. */
EVERY_LEVEL float cut(float x, float least)
{
    return __builtin_fabsf(x) < least ? 0.0f : x;
}

EVERY_LEVEL void adam_update_loop(size_t n, const struct adam *a,
                                  const float *restrict grad,
                                  float *restrict first, float *restrict second,
                                  float *restrict param)
{
    const struct adam s = *a;

    for (size_t i = 0; i < n; i++) {
        const float g = cut(s.scale * grad[i], LEAST_GRADIENT);
        const float m =
            cut(fmaf(s.beta1, first[i], s.rest1 * g), LEAST_GRADIENT);
        const float v = cut(fmaf(s.beta2, second[i], s.rest2 * g * g), FLT_MIN);
        const float root = fmaf(sqrtf(v), s.root, s.epsilon);

        first[i] = m;
        second[i] = v;
        param[i] -= s.rate * m / root;
    }
}
BY_LEVEL(void, adam_update,
         (size_t n, const struct adam *a, const float *grad, float *first,
          float *second, float *param),
         (n, a, grad, first, second, param))
