/*
 * Adadelta (Zeiler 2012, algorithm 1), with its step multiplied by the learning
 * rate.
 *
 *     G = rho G + (1 - rho) g^2
 *     x = sqrt(D + epsilon) / sqrt(G + epsilon) g
 *     D = rho D + (1 - rho) x^2,  p -= rate x
 */
#include <float.h>
#include <math.h>

#include "engine/optimizer/optimizer.h"

/* The scalars of one step. */
struct adadelta_scalars {
    float rho, rest, rate, epsilon, scale, l2;
};

BY_LEVEL(void, adadelta_run,
         (size_t n, const struct adadelta_scalars *of,
          const float *restrict grad, float *restrict squares,
          float *restrict steps, float *restrict param),
         (n, of, grad, squares, steps, param))
{
    const struct adadelta_scalars s = *of;

    for (size_t i = 0; i < n; i++) {
        const float g = slope(s.scale, grad[i], s.l2, param[i]);
        const float v = cut(fmaf(s.rho, squares[i], s.rest * g * g), FLT_MIN);
        const float x = sqrtf(steps[i] + s.epsilon) / sqrtf(v + s.epsilon) * g;

        squares[i] = v;
        steps[i] = cut(fmaf(s.rho, steps[i], s.rest * x * x), FLT_MIN);
        param[i] -= s.rate * x;
    }
}

#if ONCE
struct adadelta {
    double rho, epsilon;
};

static const struct field fields[] = {
    FIELD_RATE(struct adadelta, rho, 0.95, 0, 0.999999,
               "decay of both mean squares"),
    FIELD_RATE(struct adadelta, epsilon, 1e-6, 1e-20, 1,
               "addition below both roots"),
    FIELD_END,
};

static void update(const void *conf, const struct descent *d, size_t n,
                   const float *grad, float *const *moment, float *param)
{
    const struct adadelta *c = conf;
    const struct adadelta_scalars s = {
        .rho = (float)c->rho,
        .rest = (float)(1 - c->rho),
        .rate = (float)d->rate,
        .epsilon = (float)c->epsilon,
        .scale = (float)d->scale,
        .l2 = (float)d->l2,
    };

    adadelta_run(n, &s, grad, moment[0], moment[1], param);
}

const struct optimizer_kind optimizer_adadelta = {
    .is = {.name = "adadelta",
           .summary = "steps as long as earlier ones were; learning_rate 1 is "
                      "the paper's",
           .source = "Zeiler 2012, algorithm 1",
           .fields = fields,
           .size = sizeof(struct adadelta)},
    .moments = 2,
    .update = update,
};
#endif
