/* Softmax with cross-entropy over given scores, fused. */
#include <assert.h>
#include <string.h>

#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"
#include "engine/tape/smoothing.h"

/*
 * One row: scores x become (p - q) * weight; returns -sum_c q_c log p_c.  With
 * sum q = 1 that is lse(x) - sum_c q_c x_c.
 */
static double row_loss(float *x, int classes, int32_t target,
                       struct smoothing q, float weight)
{
    double sum = q.other > 0.0f ? vector_sum((size_t)classes, x) : 0.0;
    double hit = x[target];

    double lse = vector_softmax_log((size_t)classes, x, x);

    for (int c = 0; c < classes; c++)
        x[c] = (x[c] - q.other) * weight;
    x[target] -= q.target * weight;
    return lse - q.target * hit - q.other * sum;
}

static void cross_entropy_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0];

    (void)t;
    vector_axpy(node_len(x), y->grad[0], y->saved[0], x->grad);
}

static const struct op cross_entropy = {
    .name = "cross_entropy",
    .backward = cross_entropy_backward,
};

struct node *tape_cross_entropy(struct tape *t, struct node *scores,
                                const int32_t *target, float smoothing,
                                float weight)
{
    struct node *y = tape_node(t, &cross_entropy, 1, 1, &scores, 1);
    int classes = scores->cols;
    struct smoothing q = smooth(smoothing, classes);
    float *d = arena_floats_raw(t->arena, node_len(scores));
    double loss = 0.0;

    if (t->dry)
        return y;
    memcpy(d, scores->val, node_len(scores) * sizeof(float));
    for (int i = 0; i < scores->rows; i++) {
        assert(target[i] >= 0 && target[i] < classes);
        loss +=
            row_loss(d + (size_t)i * classes, classes, target[i], q, weight);
    }
    y->val[0] = (float)(loss * weight);
    y->saved[0] = d;
    return y;
}
