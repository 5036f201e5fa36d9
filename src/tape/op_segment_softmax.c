/*
 * Softmax down each column of each segment, and its cross-entropy: pointers
 * into sequences.
 */
#include <assert.h>
#include <string.h>

#include "kernel/columns.h"
#include "kernel/vector.h"
#include "tape/ops.h"

/* The greatest of n floats, each d behind the one before; the first of equal
 * ones. */
static int32_t best_of(int n, size_t d, const float *x)
{
    int32_t best = n > 0 ? 0 : -1;

    for (int i = 1; i < n; i++)
        if (x[(size_t)i * d] > x[(size_t)best * d])
            best = i;
    return best;
}

/* One column: dx_i += y_i (dy_i - sum_k y_k dy_k).  All dy are taken less that
 * of the greatest y, so that where this is near 1 the rest is not lost in it;
 * and the mean is one whatever the y add up to, so that the dx add up to 0: a
 * bias before the softmax has no gradient. */
static void column_backward(int n, size_t d, const float *y, const float *dy,
                            float *dx)
{
    const float top = n ? dy[(size_t)best_of(n, d, y) * d] : 0.0f;
    double along = 0.0, whole = 0.0;

    for (size_t i = 0; i < (size_t)n; i++) {
        along += (double)y[i * d] * (double)(dy[i * d] - top);
        whole += (double)y[i * d];
    }
    along /= whole;
    for (size_t i = 0; i < (size_t)n; i++)
        dx[i * d] +=
            (float)((double)y[i * d] * ((double)(dy[i * d] - top) - along));
}

static void softmax_backward(struct tape *t, const struct node *y)
{
    const struct segments *seg = y->args;
    const size_t d = (size_t)y->cols;

    (void)t;
    for (int s = 0; s < seg->n; s++)
        for (size_t j = 0; j < d; j++) {
            const size_t at = (size_t)seg->at[s] * d + j;

            column_backward(segment_len(seg, s), d, y->val + at, y->grad + at,
                            y->in[0]->grad + at);
        }
}

static const struct op segment_softmax = {
    .name = "segment_softmax",
    .backward = softmax_backward,
};

struct node *tape_segment_softmax(struct tape *t, struct node *x,
                                  const struct segments *seg)
{
    struct node *y = tape_node(t, &segment_softmax, x->rows, x->cols, &x, 1);
    const struct arena_mark m = arena_mark(t->arena);
    const size_t d = (size_t)x->cols;

    assert(segments_rows(seg) == x->rows);
    float *most = arena_floats_raw(t->arena, d);
    float *sum = arena_floats_raw(t->arena, d);

    if (!t->dry)
        memcpy(y->val, x->val, node_len(x) * sizeof(float));
    for (int s = 0; s < seg->n && !t->dry; s++) {
        const int n = segment_len(seg, s);
        float *at = y->val + (size_t)seg->at[s] * d;

        columns_exp(n, x->cols, at, most, sum);
        for (size_t j = 0; j < d; j++)
            sum[j] = 1.0f / sum[j];
        columns_scale(n, x->cols, sum, 0.0f, at);
    }
    arena_rewind(t->arena, m);
    y->args = segments_keep(t->arena, seg);
    return y;
}

/* A line of pairs a segment. */
struct node *tape_segment_pool(struct tape *t, struct node *x,
                               struct node *weight, const struct segments *seg)
{
    struct pairs line;

    pairs_init(&line, t->arena, segments_even(t->arena, seg->n, 1), *seg, 1,
               false);
    return tape_pair_pool(t, &line, weight, x);
}

const int32_t *tape_segment_best(struct tape *t, const struct node *x,
                                 const struct segments *seg)
{
    const size_t d = (size_t)x->cols;
    int32_t *best = arena_alloc(t->arena, (size_t)seg->n * d * sizeof(*best));

    assert(segments_rows(seg) == x->rows);
    for (int s = 0; s < seg->n; s++)
        for (size_t j = 0; j < d; j++)
            best[(size_t)s * d + j] =
                t->dry ? 0
                       : best_of(segment_len(seg, s), d,
                                 x->val + (size_t)seg->at[s] * d + j);
    return best;
}

static void cross_entropy_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0];

    (void)t;
    vector_axpy(node_len(x), y->grad[0], y->saved[0], x->grad);
}

static const struct op segment_cross_entropy = {
    .name = "segment_cross_entropy",
    .backward = cross_entropy_backward,
};

/* One column: dx = weight p, but at the target weight (p - 1), as the sum of
 * the others: more of it is left where p is near 1.  Returns -log p of that. */
static double column_loss(size_t n, size_t d, const float *x, size_t target,
                          float weight, float *dx, float *p)
{
    for (size_t i = 0; i < n; i++)
        p[i] = x[i * d];
    const double lse = vector_softmax(n, p, p);

    p[target] = 0.0f;
    for (size_t i = 0; i < n; i++)
        dx[i * d] = p[i] * weight;
    dx[target * d] = -weight * vector_sum(n, p);
    return lse - (double)x[target * d];
}

/* What all segments and columns lose; dx is their gradient. */
static double losses(const struct node *x, const struct segments *seg,
                     const int32_t *target, const float *share, float weight,
                     float *dx, float *p)
{
    const size_t d = (size_t)x->cols;
    double loss = 0.0;

    memset(dx, 0, node_len(x) * sizeof(float));
    for (int s = 0; s < seg->n; s++)
        for (size_t j = 0; j < d; j++) {
            const size_t k = (size_t)s * d + j, at = seg->at[s] * d + j;
            const int n = segment_len(seg, s);
            const float w = share ? weight * share[k] : weight;

            assert(target[k] < n);
            if (target[k] >= 0 && w != 0.0f)
                loss += w * column_loss((size_t)n, d, x->val + at,
                                        (size_t)target[k], w, dx + at, p);
        }
    return loss;
}

struct node *tape_segment_cross_entropy(struct tape *t, struct node *scores,
                                        const struct segments *seg,
                                        const int32_t *target,
                                        const float *share, float weight)
{
    struct node *y = tape_node(t, &segment_cross_entropy, 1, 1, &scores, 1);
    float *dx = arena_floats_raw(t->arena, node_len(scores));
    const struct arena_mark m = arena_mark(t->arena);
    float *p = arena_floats_raw(t->arena, (size_t)scores->rows);

    assert(segments_rows(seg) == scores->rows);
    if (!t->dry)
        y->val[0] = (float)losses(scores, seg, target, share, weight, dx, p);
    arena_rewind(t->arena, m);
    y->saved[0] = dx;
    return y;
}
