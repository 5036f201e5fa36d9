/*
 * 1.5-entmax attention: between softmax and sparsemax (Peters et al. 2019).
 * Weights far below a line's greatest are 0, the others fall off as a square:
 *
 *     y_j = max(0, x_j / 2 - tau)^2, tau such that the y_j sum to 1
 *
 * for each row of E for a_out, and for each column for b_out.
 */
#include <math.h>

#include "engine/attention/attention.h"
#include "engine/attention/elementwise.h"
#include "engine/attention/sorted.h"
#include "engine/kernel/levels.h"

BY_LEVEL(void, entmax_weights,
         (size_t n, const float *x, float top, double tau, float *y),
         (n, x, top, tau, y))
{
    for (size_t j = 0; j < n; j++) {
        const double root = ((double)x[j] - top) / 2 - tau;

        y[j] = root <= 0 ? 0.0f : (float)(root * root); /* NaN stays */
    }
}

/* Write the roots of the weights and their products with dy without gaps,
 * except those that add nothing.  Without a branch, which would often be
 * mispredicted. */
BY_LEVEL(size_t, entmax_pick,
         (size_t n, const float *y, const float *dy, float *roots,
          double *products),
         (n, y, dy, roots, products))
{
    size_t k = 0;

    for (size_t j = 0; j < n; j++) {
        roots[j] = sqrtf(y[j]);
        products[j] = (double)roots[j] * dy[j];
    }
    for (size_t j = 0; j < n; j++) {
        roots[k] = roots[j];
        products[k] = products[j];
        k += (roots[k] != 0.0f) | (products[k] != 0.0);
    }
    return k;
}

BY_LEVEL(void, entmax_add_less,
         (size_t n, const float *y, const float *dy, double mean, float *dx),
         (n, y, dy, mean, dx))
{
    NOTHING_CARRIED for (size_t j = 0; j < n; j++)
    {
        dx[j] += (float)(sqrtf(y[j]) * (dy[j] - mean));
    }
}

#if ONCE
struct entmax {
    int scale;
};

static const struct field fields[] = {
    FIELD_SCALE(struct entmax),
    FIELD_END,
};

/*
 * Algorithm 2, for x less its greatest: with z = x / 2, let M_k be the mean of
 * the k greatest, and S_k the sum of their squared distances from it.  Then
 *
 *     tau_k = M_k - sqrt((1 - S_k) / k)
 *
 * is the threshold for the last k with z_k > tau_k.  Mean and squares are
 * updated from k to k + 1 (Welford 1962).
 */
static double threshold_of(struct descending x)
{
    double mean = 0, squares = 0, tau = NAN;

    for (size_t k = 1; k <= x.n; k++) {
        const double z = ((double)x.x[k - 1] - x.x[0]) / 2;
        const double off = z - mean;

        mean += off / (double)k;
        squares += off * (z - mean);
        const double next = mean - sqrt((1 - squares) / (double)k);
        if (!(next < z)) /* NaN if the squares sum to more than 1 */
            break;
        tau = next;
    }
    return tau;
}

/* The threshold of a line, and its greatest number.  Except for rounding, the
 * threshold of some of its numbers is a lower bound, so numbers below it by
 * NEAR are not among the k. */
static double threshold(size_t n, const float *x, float *top,
                        struct arena *scratch)
{
    const struct descending some = sorted_some(n, x, scratch);
    const double tau = threshold_of(some);

    *top = some.x[0];
    if (some.n == n)
        return tau;
    return threshold_of(
        sorted_from(n, x, (float)(*top + 2 * (tau - NEAR)), scratch));
}

static void forward(size_t n, const float *x, float *y, struct arena *scratch)
{
    float top;
    const double tau = threshold(n, x, &top, scratch);

    entmax_weights(n, x, top, tau, y);
}

/*
 * With r_j the root of y_j:  dx_j = r_j (dy_j - sum_k r_k dy_k / sum_k r_k).
 */
static void backward(size_t n, const float *x, const float *y, const float *dy,
                     float *dx)
{
    float root[ELEMENTS];
    double product[ELEMENTS], sum = 0, roots = 0;

    (void)x;
    for (size_t at = 0; at < n; at += ELEMENTS) {
        const size_t len = n - at < ELEMENTS ? n - at : ELEMENTS;
        const size_t k = entmax_pick(len, y + at, dy + at, root, product);

        for (size_t i = 0; i < k; i++) {
            sum += product[i];
            roots += root[i];
        }
    }
    entmax_add_less(n, y, dy, sum / roots, dx);
}

static const struct line_function line = {forward, backward};

static float e_scale(const void *conf, const struct attend *in)
{
    const struct entmax *c = conf;

    return attend_scale(in, c->scale);
}

static struct weights weigh(struct tape *t, const void *conf,
                            const struct attend *in, const struct pairs *p,
                            struct node *e)
{
    (void)conf;
    return weigh_lines(t, in, p, e, &line);
}

const struct attention_kind attention_entmax = {
    .is = {.name = "entmax",
           .summary = "1.5-entmax: weights of which some are 0, that sum to 1",
           .source = "Peters, Niculae and Martins 2019, Algorithm 2",
           .fields = fields,
           .size = sizeof(struct entmax)},
    .e_scale = e_scale,
    .weigh = weigh,
};
#endif
