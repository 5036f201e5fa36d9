/*
 * Softmax down each column of each segment, and its cross-entropy, for pointers
 * into sequences.
 */
#include <assert.h>
#include <string.h>

#include "engine/kernel/columns.h"
#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

/* One column: dx_i += y_i (dy_i - sum_k y_k dy_k).  The dy of the greatest y,
 * at row `most`, is subtracted from all dy, so that if this y is near 1 the
 * others keep their digits.  The mean is divided by the sum of y, so that the
 * dx sum to 0: a bias before the softmax has no gradient. */
static void column_backward(int n, size_t d, int32_t most, const float *y,
                            const float *dy, float *dx)
{
    const float top = dy[(size_t)most * d];
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
    float *most = arena_floats_raw(t->arena, d);
    int32_t *row = arena_alloc(t->arena, d * sizeof(*row));

    for (int s = 0; s < seg->n; s++) {
        const int n = segment_len(seg, s);
        const size_t at = (size_t)seg->at[s] * d;

        if (n)
            columns_most(n, y->cols, y->val + at, NULL, most, row);
        for (size_t j = at; n && j < at + d; j++)
            column_backward(n, d, row[j - at], y->val + j, y->grad + j,
                            y->in[0]->grad + j);
    }
}

static size_t softmax_scratch(const struct node *y)
{
    return 2 * (size_t)y->cols;
}

static const struct op segment_softmax = {
    .name = "segment_softmax",
    .backward = softmax_backward,
    .scratch = softmax_scratch,
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

/* One row of pairs per segment. */
struct node *tape_segment_pool(struct tape *t, struct node *x,
                               struct node *weight, const struct segments *seg)
{
    struct pairs line;

    pairs_init(&line, t->arena, segments_even(t->arena, seg->n, 1), *seg, 1,
               (struct pair_mask){0});
    return tape_pair_pool(t, &line, weight, x);
}

const int32_t *tape_segment_best(struct tape *t, const struct node *x,
                                 const struct segments *seg)
{
    const size_t d = (size_t)x->cols;
    int32_t *best = arena_alloc(t->arena, (size_t)seg->n * d * sizeof(*best));
    const struct arena_mark m = arena_mark(t->arena);
    float *most = arena_floats_raw(t->arena, d);

    assert(segments_rows(seg) == x->rows);
    for (int s = 0; s < seg->n; s++) {
        const int n = segment_len(seg, s);
        int32_t *to = best + (size_t)s * d;

        if (n && !t->dry)
            columns_most(n, x->cols, x->val + (size_t)seg->at[s] * d, NULL,
                         most, to);
        else
            for (size_t j = 0; j < d; j++)
                to[j] = t->dry ? 0 : -1;
    }
    arena_rewind(t->arena, m);
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

/* One column: dx = weight p, but at the target weight (p - 1), computed as
 * minus the sum of the others, which is more accurate if p is near 1.  Returns
 * -log p of the target. */
static double column_loss(size_t n, size_t d, const float *x, size_t target,
                          float weight, float *dx, float *p)
{
    for (size_t i = 0; i < n; i++)
        p[i] = x[i * d];
    const double lse = vector_softmax_log(n, p, p);

    p[target] = 0.0f;
    for (size_t i = 0; i < n; i++)
        dx[i * d] = p[i] * weight;
    dx[target * d] = -weight * vector_sum(n, p);
    return lse - (double)x[target * d];
}

/* The loss over all segments and columns; dx is its gradient. */
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
