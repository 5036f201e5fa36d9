/*
 * Long short-term memory over packed segments, fused.
 */
#include <assert.h>
#include <string.h>

#include "engine/kernel/gates.h"
#include "engine/kernel/gemm.h"
#include "engine/tape/linear.h"
#include "engine/tape/ops.h"
#include "engine/tape/recurrence.h"

/* Scratch floats that lanes take, forward or backward. */
static size_t simd_room(const struct node *y)
{
    return (size_t)y->cols * (6 * RECURRENCE_LANES + 1);
}

/* One product of the active lanes' states h gives the gates' recurrent part
 * p. */
static void forward_lanes(const struct recurrence *r, int from, int to,
                          struct arena *scratch)
{
    const struct node *y = r->y, *u = y->in[1];
    const int w = y->cols;
    const size_t n = (size_t)w, lanes = (size_t)(to - from);
    float *p = arena_floats(scratch, lanes * 4 * n);
    float *h = arena_floats_raw(scratch, lanes * n), *c = y->saved[0];
    const float *zeros = arena_floats(scratch, n);

    for (int step = 0; step < r->steps->n; step++) {
        const int m = steps_active(r->steps, from, to, step);

        if (step > 0)
            gemm(y->products, 'n', 'n', m, 4 * w, w, 1.0f, h, w, u->val, 4 * w,
                 0.0f, p, 4 * w);
        for (int i = 0; i < m; i++) {
            const size_t row = (size_t)steps_row(r->steps, from + i, step) * n;
            const size_t at = (size_t)i * n;

            gates_lstm(n, p + 4 * at, y->in[0]->val + 4 * row,
                       recurrence_before(r, c, from + i, step, zeros), c + row,
                       y->val + row);
            memcpy(h + at, y->val + row, n * sizeof(float));
            recurrence_bring(r, from + i, step + 1);
        }
    }
}

/* The backward pass, with d in place of p.  A lane that begins at this step
 * (backward) starts with a zero gradient from later steps. */
static void backward_lanes(const struct recurrence *r, int from, int to,
                           struct arena *scratch)
{
    const struct node *y = r->y;
    const int w = y->cols;
    const size_t n = (size_t)w, lanes = (size_t)(to - from);
    float *d = arena_floats_raw(scratch, lanes * 4 * n);
    float *dh = arena_floats(scratch, lanes * n);
    float *dc = arena_floats(scratch, lanes * n);
    const float *zeros = arena_floats(scratch, n), *c = y->saved[0];

    for (int step = r->steps->n - 1; step >= 0; step--) {
        const int m = steps_active(r->steps, from, to, step);

        for (int i = 0; i < m; i++) {
            const size_t row = (size_t)steps_row(r->steps, from + i, step) * n;
            const size_t at = (size_t)i * n;
            float *gates = y->in[0]->val + 4 * row;

            gates_lstm_back(
                n, gates, recurrence_before(r, c, from + i, step, zeros),
                y->val + row, y->grad + row, dh + at, dc + at, gates);
            memcpy(d + 4 * at, gates, 4 * n * sizeof(float));
            recurrence_bring(r, from + i, step - 1);
        }
        if (step > 0)
            gemm(y->products, 'n', 'n', m, w, 4 * w, 1.0f, d, 4 * w, r->turned,
                 w, 0.0f, dh, w);
    }
}

/* dU += H^T dG, where H has each row's state one step before. */
static void weight_backward(struct tape *t, const struct recurrence *r)
{
    const struct node *y = r->y;
    struct node *u = y->in[1];
    const int w = y->cols;

    if (!u->grad)
        return;
    const float *before = recurrence_all_before(t->arena, r);
    const float beta = node_begin(u) ? 0.0f : 1.0f;

    gemm(y->products, 't', 'n', w, 4 * w, y->rows, 1.0f, before, w,
         y->in[0]->val, 4 * w, beta, u->grad, 4 * w);
}

static void lstm_backward(struct tape *t, const struct node *y)
{
    const struct recurrence r = {.y = y,
                                 .steps = y->args,
                                 .lanes = backward_lanes,
                                 .turned = recurrence_turn(t->arena, y->in[1])};

    recurrence_run(t, &r, simd_room(y));
    weight_backward(t, &r);
    node_set_grad(y->in[0], y->in[0]->val);
}

static size_t lstm_scratch(const struct node *y)
{
    return recurrence_scratch(y, simd_room(y));
}

static const struct op lstm = {
    .name = "lstm",
    .backward = lstm_backward,
    .begins = true,
    .scratch = lstm_scratch,
};

struct node *tape_lstm(struct tape *t, struct node *x, struct node *w,
                       struct node *b, struct node *u,
                       const struct segments *seg, bool reversed)
{
    struct node *gates = linear_open(t, x, w, b);
    struct node *y =
        tape_node(t, &lstm, x->rows, u->rows, (struct node *[]){gates, u}, 2);

    assert(u->cols == 4 * u->rows && w->cols == u->cols);
    assert(segments_rows(seg) == x->rows);
    y->args = recurrence_steps(t, seg, reversed);
    y->saved[0] = arena_floats_raw(t->arena, node_len(y));
    recurrence_forward(t, y, forward_lanes, simd_room(y));
    return y;
}
