/*
 * Linear attention (Katharopoulos et al. 2020): affinities are products of
 * positive features, each line divided by its sum.
 *
 *     A_ij = phi(q_i) . phi(k_j),  phi(x) = elu(x) + 1
 *     a_out_i = sum_j A_ij b_j / sum_j A_ij
 *     b_out_j = sum_i A_ij a_i / sum_i A_ij
 *
 * An affinity with biases, q_i . k_j + r_i + c_j, is the product of [q_i r_i 1]
 * and [k_j 1 c_j], so biases add phi(1) (phi(r_i) + phi(c_j)) to A_ij.
 * zero_self sets A_ii to 0.  A line of zeros has weights of 0.
 *
 * M is computed as for every kind, at the cost of softmax.  The paper first
 * multiplies phi(k) with b, which makes the cost linear in the length, but then
 * there is no M to inspect or to apply dropout to.
 */
#include "engine/attention/attention.h"
#include "engine/kernel/vector.h"

static const struct field fields[] = {
    FIELD_END,
};

static void forward(size_t n, const float *x, float *y, struct arena *scratch)
{
    const float sum = vector_sum(n, x);

    (void)scratch;
    vector_scale(n, sum == 0.0f ? 0.0f : 1.0f / sum, x, y);
}

/* dx_j = (dy_j - sum_k y_k dy_k) / sum_k x_k */
static void backward(size_t n, const float *x, const float *y, const float *dy,
                     float *dx)
{
    const float sum = vector_sum(n, x), dot = vector_dot(n, y, dy);
    const float factor = sum == 0.0f ? 0.0f : 1.0f / sum;

    for (size_t j = 0; j < n; j++)
        dx[j] += factor * (dy[j] - dot);
}

static const struct line_function line = {forward, backward};

static struct node *phi(struct tape *t, struct node *x)
{
    return x ? tape_elu_plus(t, x) : NULL;
}

static struct weights weigh(struct tape *t, const void *conf,
                            const struct attend *in, const struct pairs *p,
                            struct node *e)
{
    struct attend positive = *in;

    (void)conf, (void)e;
    positive.q = phi(t, in->q);
    positive.k = phi(t, in->k);
    positive.q_bias = phi(t, in->q_bias);
    positive.k_bias = phi(t, in->k_bias);
    e = tape_pair_dot(t, p, positive.q, positive.k, 1.0f);
    e = attend_complete(t, &positive, p, e, 2.0f); /* phi(1) */
    return weigh_lines(t, in, p, e, &line);
}

const struct attention_kind attention_linear = {
    .is = {.name = "linear",
           .summary = "products of positive features, elu(x) + 1, each line "
                      "divided by its sum",
           .source = "Katharopoulos et al. 2020, Eq. 4 and 7",
           .fields = fields},
    .by_features = true,
    .weigh = weigh,
};
