#include "train/adam.h"

#include <math.h>

#include "kernel/levels.h"

struct adam adam_scalars(double rate, double beta1, double beta2,
                         double epsilon, double scale, long step)
{
    const double t = (double)step;

    return (struct adam){
        .beta1 = (float)beta1,
        .rest1 = (float)(1 - beta1),
        .beta2 = (float)beta2,
        .rest2 = (float)(1 - beta2),
        .rate = (float)(rate / (1 - pow(beta1, t))),
        .root = (float)(1 / sqrt(1 - pow(beta2, t))),
        .epsilon = (float)epsilon,
        .scale = (float)scale,
    };
}

EVERY_LEVEL void adam_update_loop(size_t n, const struct adam *a,
                                  const float *restrict grad,
                                  float *restrict first, float *restrict second,
                                  float *restrict param)
{
    const struct adam s = *a;

    for (size_t i = 0; i < n; i++) {
        const float g = s.scale * grad[i];
        const float m = fmaf(s.beta1, first[i], s.rest1 * g);
        const float v = fmaf(s.beta2, second[i], s.rest2 * g * g);
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
