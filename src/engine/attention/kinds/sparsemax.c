/*
 * Sparsemax attention: each row of E, for b_out each column, projected onto the
 * probabilities, so that most weights are 0 (Martins and Astudillo 2016).
 *
 *     y_j = max(0, x_j - tau), tau such that the y_j sum to 1
 */
#include <math.h>

#include "engine/attention/attention.h"
#include "engine/attention/elementwise.h"
#include "engine/attention/sorted.h"
#include "engine/kernel/levels.h"

BY_LEVEL(void, sparsemax_weights,
         (size_t n, const float *x, double tau, float *y), (n, x, tau, y))
{
    for (size_t j = 0; j < n; j++)
        y[j] = x[j] <= tau ? 0.0f : (float)(x[j] - tau); /* NaN stays */
}

/* Write the dy whose weights are above 0 without gaps.  Without a branch, which
 * would often be mispredicted. */
BY_LEVEL(size_t, sparsemax_pick,
         (size_t n, const float *y, const float *dy, float *picked),
         (n, y, dy, picked))
{
    size_t k = 0;

    for (size_t j = 0; j < n; j++) {
        picked[k] = dy[j];
        k += y[j] != 0.0f;
    }
    return k;
}

BY_LEVEL(void, sparsemax_add_less,
         (size_t n, const float *y, const float *dy, float mean, float *dx),
         (n, y, dy, mean, dx))
{
    NOTHING_CARRIED for (size_t j = 0; j < n; j++)
    {
        dx[j] = y[j] != 0.0f ? dx[j] + (dy[j] - mean) : dx[j];
    }
}

#if ONCE
struct sparsemax {
    int scale;
};

static const struct field fields[] = {
    FIELD_SCALE(struct sparsemax),
    FIELD_END,
};

/* Algorithm 1: from the k greatest, for the last k whose z_k is above tau. */
static double threshold_of(struct descending z)
{
    double sum = 0, tau = NAN;

    for (size_t k = 1; k <= z.n; k++) {
        sum += z.x[k - 1];
        if (k > 1 && !(1 + (double)k * z.x[k - 1] > sum))
            break;
        tau = (sum - 1) / (double)k;
    }
    return tau;
}

/* The threshold of a line.  Except for rounding, the threshold of some of its
 * numbers is a lower bound, so numbers below it by NEAR are not among the k. */
static double threshold(size_t n, const float *x, struct arena *scratch)
{
    const struct descending some = sorted_some(n, x, scratch);
    const double tau = threshold_of(some);

    if (some.n == n)
        return tau;
    return threshold_of(sorted_from(n, x, (float)(tau - NEAR), scratch));
}

static void forward(size_t n, const float *x, float *y, struct arena *scratch)
{
    sparsemax_weights(n, x, threshold(n, x, scratch), y);
}

/* dx_j = dy_j - the mean of dy over the weights above 0, for these j. */
static void backward(size_t n, const float *x, const float *y, const float *dy,
                     float *dx)
{
    float picked[ELEMENTS];
    double sum = 0, above = 0;

    (void)x;
    for (size_t at = 0; at < n; at += ELEMENTS) {
        const size_t len = n - at < ELEMENTS ? n - at : ELEMENTS;
        const size_t k = sparsemax_pick(len, y + at, dy + at, picked);

        for (size_t i = 0; i < k; i++)
            sum += picked[i];
        above += (double)k;
    }
    sparsemax_add_less(n, y, dy, (float)(sum / above), dx);
}

static const struct line_function line = {forward, backward};

static float e_scale(const void *conf, const struct attend *in)
{
    const struct sparsemax *c = conf;

    return attend_scale(in, c->scale);
}

static struct weights weigh(struct tape *t, const void *conf,
                            const struct attend *in, const struct pairs *p,
                            struct node *e)
{
    (void)conf;
    return weigh_lines(t, in, p, e, &line);
}

const struct attention_kind attention_sparsemax = {
    .is = {.name = "sparsemax",
           .summary = "weights of which most are 0 and the others sum to 1",
           .source = "Martins and Astudillo 2016, Eq. 2, 4 and 14",
           .fields = fields,
           .size = sizeof(struct sparsemax)},
    .e_scale = e_scale,
    .weigh = weigh,
};
#endif
