/*
 * Adam with bias correction (Kingma and Ba 2015, algorithm 1).
 *
 *     m = b1 m + (1 - b1) g,  v = b2 v + (1 - b2) g^2
 *     p -= rate m' / (sqrt(v') + epsilon)
 *     m' = m / (1 - b1^t),  v' = v / (1 - b2^t)
 */
#include <float.h>
#include <math.h>

#include "base/numbers/math_functions.h"
#include "engine/optimizer/optimizer.h"

/* The scalars of one step. */
struct adam_scalars {
    float beta1, rest1; /* beta1 and 1 - beta1 */
    float beta2, rest2;
    float rate;    /* learning rate / (1 - beta1^step) */
    float root;    /* 1 / sqrt(1 - beta2^step) */
    float epsilon; /* added to the corrected root */
    float scale, l2;
};

BY_LEVEL(void, adam_run,
         (size_t n, const struct adam_scalars *of, const float *restrict grad,
          float *restrict first, float *restrict second, float *restrict param),
         (n, of, grad, first, second, param))
{
    const struct adam_scalars s = *of;

    for (size_t i = 0; i < n; i++) {
        const float g = slope(s.scale, grad[i], s.l2, param[i]);
        const float m =
            cut(fmaf(s.beta1, first[i], s.rest1 * g), LEAST_GRADIENT);
        const float v = cut(fmaf(s.beta2, second[i], s.rest2 * g * g), FLT_MIN);
        const float root = fmaf(sqrtf(v), s.root, s.epsilon);

        first[i] = m;
        second[i] = v;
        param[i] -= s.rate * m / root;
    }
}

#if ONCE
struct adam {
    double beta1, beta2, epsilon;
};

static const struct field fields[] = {
    FIELD_RATE(struct adam, beta1, 0.9, 0, 0.999999, "decay of the mean"),
    FIELD_RATE(struct adam, beta2, 0.999, 0, 0.99999999,
               "decay of the mean square"),
    FIELD_RATE(struct adam, epsilon, 1e-8, 1e-20, 1, "addition to the root"),
    FIELD_END,
};

static struct adam_scalars scalars(const struct adam *c,
                                   const struct descent *d)
{
    return (struct adam_scalars){
        .beta1 = (float)c->beta1,
        .rest1 = (float)(1 - c->beta1),
        .beta2 = (float)c->beta2,
        .rest2 = (float)(1 - c->beta2),
        .rate = (float)(d->rate / (1 - whole_power(c->beta1, d->step))),
        .root = (float)(1 / sqrt(1 - whole_power(c->beta2, d->step))),
        .epsilon = (float)c->epsilon,
        .scale = (float)d->scale,
        .l2 = (float)d->l2,
    };
}

static void update(const void *conf, const struct descent *d, size_t n,
                   const float *grad, float *const *moment, float *param)
{
    const struct adam_scalars s = scalars(conf, d);

    adam_run(n, &s, grad, moment[0], moment[1], param);
}

const struct optimizer_kind optimizer_adam = {
    .is = {.name = "adam",
           .summary = "mean over root of mean square, corrected",
           .source = "Kingma and Ba 2015, algorithm 1",
           .fields = fields,
           .size = sizeof(struct adam)},
    .moments = 2,
    .update = update,
};
#endif
