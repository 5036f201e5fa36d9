/*
 * Gradient descent with momentum (Polyak 1964), or Nesterov's in the form of
 * Sutskever et al. 2013.
 *
 *     v = momentum v + g,  p -= rate v, or rate (g + momentum v)
 */
#include <math.h>

#include "engine/optimizer/optimizer.h"

/* The scalars of one step. */
struct sgd_scalars {
    float momentum, ahead, rate, scale, l2;
};

BY_LEVEL(void, sgd_run,
         (size_t n, const struct sgd_scalars *of, const float *restrict grad,
          float *restrict velocity, float *restrict param),
         (n, of, grad, velocity, param))
{
    const struct sgd_scalars s = *of;

    for (size_t i = 0; i < n; i++) {
        const float g = slope(s.scale, grad[i], s.l2, param[i]);
        const float v = cut(fmaf(s.momentum, velocity[i], g), LEAST_GRADIENT);

        velocity[i] = v;
        param[i] -= s.rate * (s.ahead != 0.0f ? fmaf(s.ahead, v, g) : v);
    }
}

#if ONCE
struct sgd {
    double momentum;
    bool nesterov;
};

static const struct field fields[] = {
    FIELD_RATE(struct sgd, momentum, 0, 0, 0.999999,
               "share of the last step that is taken again"),
    FIELD_BOOL(struct sgd, nesterov, false, "look ahead along the momentum"),
    FIELD_END,
};

static void update(const void *conf, const struct descent *d, size_t n,
                   const float *grad, float *const *moment, float *param)
{
    const struct sgd *c = conf;
    const struct sgd_scalars s = {
        .momentum = (float)c->momentum,
        .ahead = c->nesterov ? (float)c->momentum : 0.0f,
        .rate = (float)d->rate,
        .scale = (float)d->scale,
        .l2 = (float)d->l2,
    };

    sgd_run(n, &s, grad, moment[0], param);
}

const struct optimizer_kind optimizer_sgd = {
    .is = {.name = "sgd",
           .summary = "down the gradient, with momentum",
           .source = "Polyak 1964; Sutskever et al. 2013",
           .fields = fields,
           .size = sizeof(struct sgd)},
    .moments = 1,
    .update = update,
};
#endif
