/*
 * Adamax (Kingma and Ba 2015, algorithm 2).
 *
 *     m = b1 m + (1 - b1) g,  u = max(b2 u, |g|)
 *     p -= rate / (1 - b1^t) m / (u + epsilon)
 *
 * The paper has no epsilon: it avoids 0 / 0 where no gradient has come yet.
 */
#include <math.h>

#include "base/numbers/math_functions.h"
#include "engine/optimizer/optimizer.h"

/* The scalars of one step. */
struct adamax_scalars {
    float beta1, rest1, beta2;
    float rate; /* learning rate / (1 - beta1^step) */
    float epsilon, scale, l2;
};

BY_LEVEL(void, adamax_run,
         (size_t n, const struct adamax_scalars *of, const float *restrict grad,
          float *restrict first, float *restrict size, float *restrict param),
         (n, of, grad, first, size, param))
{
    const struct adamax_scalars s = *of;

    for (size_t i = 0; i < n; i++) {
        const float g = slope(s.scale, grad[i], s.l2, param[i]);
        const float m =
            cut(fmaf(s.beta1, first[i], s.rest1 * g), LEAST_GRADIENT);
        const float decayed = cut(s.beta2 * size[i], LEAST_GRADIENT);
        const float now = __builtin_fabsf(g);
        const float u = decayed > now ? decayed : now; /* keeps a NaN of g */

        first[i] = m;
        size[i] = u;
        param[i] -= s.rate * m / (u + s.epsilon);
    }
}

#if ONCE
struct adamax {
    double beta1, beta2, epsilon;
};

static const struct field fields[] = {
    FIELD_RATE(struct adamax, beta1, 0.9, 0, 0.999999, "decay of the mean"),
    FIELD_RATE(struct adamax, beta2, 0.999, 0, 0.99999999,
               "decay of the greatest size"),
    FIELD_RATE(struct adamax, epsilon, 1e-8, 1e-20, 1,
               "addition to the greatest size"),
    FIELD_END,
};

static void update(const void *conf, const struct descent *d, size_t n,
                   const float *grad, float *const *moment, float *param)
{
    const struct adamax *c = conf;
    const struct adamax_scalars s = {
        .beta1 = (float)c->beta1,
        .rest1 = (float)(1 - c->beta1),
        .beta2 = (float)c->beta2,
        .rate = (float)(d->rate / (1 - whole_power(c->beta1, d->step))),
        .epsilon = (float)c->epsilon,
        .scale = (float)d->scale,
        .l2 = (float)d->l2,
    };

    adamax_run(n, &s, grad, moment[0], moment[1], param);
}

const struct optimizer_kind optimizer_adamax = {
    .is = {.name = "adamax",
           .summary = "mean over the greatest size, decayed",
           .source = "Kingma and Ba 2015, algorithm 2",
           .fields = fields,
           .size = sizeof(struct adamax)},
    .moments = 2,
    .update = update,
};
#endif
