/*
 * Layer normalisation (Ba et al. 2016), fused: one pass over a row for forward,
 * and one for backward.
 */
#include <assert.h>

#include "engine/kernel/layer_norm.h"
#include "engine/kernel/team.h"
#include "engine/tape/ops.h"

/* Shared by forward and backward.  Rows are independent, but dgain and dbias
 * are sums over the rows in order, so these are cut by columns. */
struct layer_norm_pass {
    const struct node *y;
    struct norm_row *of;
    float epsilon;
    bool first; /* dX is stored */
    float *dgain, *dbias;
};

/* Estimated nanoseconds of forward or backward. */
static double total(const struct node *y)
{
    return 4 * TEAM_ELEMENT * (double)node_len(y);
}

static void dx_rows(const void *of, size_t from, size_t to,
                    struct arena *scratch)
{
    const struct layer_norm_pass *n = of;
    const struct node *y = n->y, *x = y->in[0];
    const size_t d = (size_t)y->cols;
    float *z = arena_floats_raw(scratch, d);

    for (size_t i = from; i < to; i++)
        norm_backward(d, n->of[i], x->val + i * d, y->in[1]->val,
                      y->grad + i * d, z, x->grad + i * d, n->first, NULL,
                      NULL);
}

static void sums_columns(const void *of, size_t from, size_t to,
                         struct arena *scratch)
{
    const struct layer_norm_pass *n = of;
    const struct node *y = n->y;
    const size_t d = (size_t)y->cols;
    float *z = arena_floats_raw(scratch, to - from);

    for (size_t i = 0; i < (size_t)y->rows; i++)
        norm_backward(to - from, n->of[i], y->in[0]->val + i * d + from, NULL,
                      y->grad + i * d + from, z, NULL, 0,
                      n->dgain ? n->dgain + from : NULL,
                      n->dbias ? n->dbias + from : NULL);
}

/* The sums are computed first, because the rows use dY as scratch. */
static void layer_norm_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0];
    const struct layer_norm_pass n = {.y = y,
                                      .of = (struct norm_row *)y->args,
                                      .first = x->grad && node_begin(x),
                                      .dgain = node_begin_zeroed(y->in[1]),
                                      .dbias = node_begin_zeroed(y->in[2])};

    if (n.dgain || n.dbias)
        team_run(&(struct team_work){.n = (size_t)y->cols,
                                     .step = TEAM_COLUMNS,
                                     .total = total(y),
                                     .piece = sums_columns,
                                     .of = &n,
                                     .scratch = t->arena});
    if (x->grad)
        team_run(&(struct team_work){.n = (size_t)y->rows,
                                     .total = total(y),
                                     .piece = dx_rows,
                                     .of = &n,
                                     .scratch = t->arena});
}

static const struct op layer_norm = {
    .name = "layer_norm",
    .backward = layer_norm_backward,
    .begins = true,
};

static void forward_rows(const void *of, size_t from, size_t to,
                         struct arena *scratch)
{
    const struct layer_norm_pass *n = of;
    const struct node *y = n->y;
    const size_t d = (size_t)y->cols;

    (void)scratch;
    for (size_t i = from; i < to; i++)
        n->of[i] = norm_forward(d, n->epsilon, y->in[0]->val + i * d,
                                y->in[1]->val, y->in[2]->val, y->val + i * d);
}

struct node *tape_layer_norm(struct tape *t, struct node *x, struct node *gain,
                             struct node *bias, float epsilon)
{
    struct node *y = tape_node(t, &layer_norm, x->rows, x->cols,
                               (struct node *[]){x, gain, bias}, 3);
    const struct layer_norm_pass n = {
        .y = y,
        .of = arena_alloc(t->arena, (size_t)x->rows * sizeof(*n.of)),
        .epsilon = epsilon};

    assert(gain->cols == x->cols && bias->cols == x->cols);
    if (t->dry)
        return y;
    team_run(&(struct team_work){.n = (size_t)x->rows,
                                 .total = total(y),
                                 .piece = forward_rows,
                                 .of = &n});
    y->args = n.of;
    return y;
}
