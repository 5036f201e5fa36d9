/*
 * Layer normalisation (Ba et al. 2016), fused: one pass each way over a row.
 */
#include <assert.h>

#include "kernel/layer_norm.h"
#include "tape/ops.h"

static void layer_norm_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0], *gain = y->in[1];
    const size_t d = (size_t)y->cols;
    const struct norm_row *of = y->args;
    const bool first = x->grad && node_begin(x);
    float *dgain = node_begin_zeroed(gain);
    float *dbias = node_begin_zeroed(y->in[2]);
    float *z = arena_floats_raw(t->arena, d);

    for (size_t i = 0; i < (size_t)y->rows; i++)
        norm_backward(d, of[i], x->val + i * d, gain->val, y->grad + i * d, z,
                      x->grad ? x->grad + i * d : NULL, first, dgain, dbias);
}

static const struct op layer_norm = {
    .name = "layer_norm",
    .backward = layer_norm_backward,
    .begins = true,
};

struct node *tape_layer_norm(struct tape *t, struct node *x, struct node *gain,
                             struct node *bias, float epsilon)
{
    struct node *y = tape_node(t, &layer_norm, x->rows, x->cols,
                               (struct node *[]){x, gain, bias}, 3);
    const size_t d = (size_t)x->cols, rows = (size_t)x->rows;
    struct norm_row *of = arena_alloc(t->arena, rows * sizeof(*of));

    assert(gain->cols == x->cols && bias->cols == x->cols);
    for (size_t i = 0; i < rows; i++)
        of[i] = norm_forward(d, epsilon, x->val + i * d, gain->val, bias->val,
                             y->val + i * d);
    y->args = of;
    return y;
}
