/*
 * Layer normalisation (Ba et al. 2016), fused: one pass each way over a row.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "kernel/vector.h"
#include "tape/ops.h"

/*
 * With z the normalised row, r = 1 / sqrt(var + epsilon) and g = gain dy:
 * dx += r (g - mean(g) - z mean(g z)), dgain += dy z, dbias += dy.
 */
static void row_backward(size_t d, const float *restrict z, float r,
                         const float *restrict gain, float *restrict dy,
                         float *restrict dx, bool first)
{
    for (size_t j = 0; j < d; j++)
        dy[j] *= gain[j];
    float mean = vector_sum(d, dy) / d, along = vector_dot(d, dy, z) / d;

    if (first)
        for (size_t j = 0; j < d; j++)
            dx[j] = r * (dy[j] - mean - z[j] * along);
    else
        for (size_t j = 0; j < d; j++)
            dx[j] += r * (dy[j] - mean - z[j] * along);
}

static void zero_if_first(struct node *x)
{
    if (x->grad && node_begin(x))
        memset(x->grad, 0, node_len(x) * sizeof(float));
}

static void norm_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0], *gain = y->in[1], *bias = y->in[2];
    size_t d = (size_t)y->cols;
    const float *z = y->saved[0], *r = y->saved[1];
    bool first = x->grad && node_begin(x);

    (void)t;
    zero_if_first(gain);
    zero_if_first(bias);
    for (int i = 0; i < y->rows; i++) {
        if (gain->grad)
            vector_muladd(d, y->grad + i * d, z + i * d, gain->grad);
        if (bias->grad)
            vector_add(d, y->grad + i * d, bias->grad);
        if (x->grad)
            row_backward(d, z + i * d, r[i], gain->val, y->grad + i * d,
                         x->grad + i * d, first);
    }
}

static const struct op layer_norm = {
    .name = "layer_norm",
    .backward = norm_backward,
    .begins = true,
};

/* z = (x - mean) r; returns r. */
static float normalise(size_t d, const float *restrict x, float epsilon,
                       float *restrict z)
{
    float mean = vector_sum(d, x) / d;

    for (size_t j = 0; j < d; j++)
        z[j] = x[j] - mean;
    float r = 1.0f / sqrtf(vector_dot(d, z, z) / d + epsilon);

    for (size_t j = 0; j < d; j++)
        z[j] *= r;
    return r;
}

struct node *tape_layer_norm(struct tape *t, struct node *x, struct node *gain,
                             struct node *bias, float epsilon)
{
    struct node *y = tape_node(t, &layer_norm, x->rows, x->cols,
                               (struct node *[]){x, gain, bias}, 3);
    size_t d = (size_t)x->cols;
    float *z = arena_floats_raw(t->arena, node_len(x));
    float *r = arena_floats_raw(t->arena, (size_t)x->rows);

    assert(gain->cols == x->cols && bias->cols == x->cols);
    for (int i = 0; i < x->rows; i++) {
        float *restrict v = y->val + i * d;

        r[i] = normalise(d, x->val + i * d, epsilon, z + i * d);
        for (size_t j = 0; j < d; j++)
            v[j] = z[i * d + j] * gain->val[j] + bias->val[j];
    }
    y->saved[0] = z;
    y->saved[1] = r;
    return y;
}
