/*
 * Gated recurrent units over packed segments, fused: the reset after the
 * product with the state, or before it.
 */
#include <assert.h>
#include <string.h>

#include "engine/kernel/gates.h"
#include "engine/kernel/gemm.h"
#include "engine/kernel/vector.h"
#include "engine/tape/linear.h"
#include "engine/tape/ops.h"
#include "engine/tape/recurrence.h"

/* y->args. */
struct gru {
    struct steps steps; /* must be first: recurrence.h reads y->args as steps */
    float most;         /* limit of a gradient at the gates; 0: no limit */
};

static float most_of(const struct node *y)
{
    return ((const struct gru *)y->args)->most;
}

/* Scratch of lanes, one after another; w is the width of the state. */
struct gru_scratch {
    float *p;           /* [3 w] the state's part of the gates, or gradient */
    float *h;           /* [w] the state, or its gradient */
    float *rh;          /* [w] the reset state, or its gradient */
    const float *zeros; /* [3 w], shared by all lanes */
};

static struct gru_scratch room(struct arena *scratch, int lanes, int w)
{
    const size_t n = (size_t)w, floats = (size_t)lanes * n;

    return (struct gru_scratch){.p = arena_floats(scratch, 3 * floats),
                                .h = arena_floats(scratch, floats),
                                .rh = arena_floats_raw(scratch, floats),
                                .zeros = arena_floats(scratch, 3 * n)};
}

static size_t simd_room(const struct node *y)
{
    return (size_t)y->cols * (5 * RECURRENCE_LANES + 3);
}

/* Index of the first of the w elements of a lane's row at a step. */
static size_t row_of(const struct recurrence *r, int lane, int step)
{
    return (size_t)steps_row(r->steps, lane, step) * (size_t)r->y->cols;
}

/* --- the reset after the product ------------------------------------------ */

/* One product of the active lanes' states gives the gates' recurrent part. */
static void after_lanes(const struct recurrence *r, int from, int to,
                        struct arena *scratch)
{
    const struct node *y = r->y, *u = y->in[1], *b = y->in[2];
    const int w = y->cols;
    const size_t n = (size_t)w;
    const struct gru_scratch k = room(scratch, to - from, w);

    for (int step = 0; step < r->steps->n; step++) {
        const int m = steps_active(r->steps, from, to, step);

        if (step > 0)
            gemm(y->products, 'n', 'n', m, 3 * w, w, 1.0f, k.h, w, u->val,
                 3 * w, 0.0f, k.p, 3 * w);
        for (int i = 0; i < m; i++) {
            const size_t row = row_of(r, from + i, step), at = (size_t)i * n;

            gates_gru(n, k.p + 3 * at, b ? b->val : k.zeros,
                      y->in[0]->val + 3 * row, k.h + at, y->saved[0] + row,
                      y->val + row);
            memcpy(k.h + at, y->val + row, n * sizeof(float));
            recurrence_bring(r, from + i, step + 1);
        }
    }
}

/* The gates of a row are overwritten by their gradient [r z n], and q by its
 * own: p, for the product with the recurrent weight, is the gradient of [r z
 * q]. */
static void after_row_back(const struct recurrence *r,
                           const struct gru_scratch *k, int lane, int step,
                           size_t i)
{
    const struct node *y = r->y;
    const size_t n = (size_t)y->cols, row = row_of(r, lane, step);
    float *gates = y->in[0]->val + 3 * row, *p = k->p + 3 * i * n;

    gates_gru_back(n, gates, r->second + row,
                   recurrence_before(r, y->val, lane, step, k->zeros),
                   y->grad + row, k->h + i * n, gates, most_of(y));
    memcpy(p, gates, 2 * n * sizeof(float));
    memcpy(p + 2 * n, r->second + row, n * sizeof(float));
    recurrence_bring(r, lane, step - 1);
}

/* A lane that begins at this step (backward) starts with a zero gradient from
 * later steps. */
static void after_lanes_back(const struct recurrence *r, int from, int to,
                             struct arena *scratch)
{
    const struct node *y = r->y;
    const int w = y->cols;
    const struct gru_scratch k = room(scratch, to - from, w);

    for (int step = r->steps->n - 1; step >= 0; step--) {
        const int m = steps_active(r->steps, from, to, step);

        for (int i = 0; i < m; i++)
            after_row_back(r, &k, from + i, step, (size_t)i);
        if (step > 0)
            gemm(y->products, 'n', 'n', m, w, 3 * w, 1.0f, k.p, 3 * w,
                 r->turned, w, 1.0f, k.h, w);
    }
}

/* --- the reset before the product ----------------------------------------- */

static void before_lanes(const struct recurrence *r, int from, int to,
                         struct arena *scratch)
{
    const struct node *y = r->y, *u = y->in[1];
    const int w = y->cols;
    const size_t n = (size_t)w;
    const struct gru_scratch k = room(scratch, to - from, w);

    for (int step = 0; step < r->steps->n; step++) {
        const int m = steps_active(r->steps, from, to, step);

        gemm(y->products, 'n', 'n', m, 2 * w, w, 1.0f, k.h, w, u->val, 3 * w,
             0.0f, k.p, 2 * w);
        for (int i = 0; i < m; i++) {
            const size_t row = row_of(r, from + i, step), at = (size_t)i * n;

            gates_reset(n, k.p + 2 * at, y->in[0]->val + 3 * row, k.h + at,
                        k.rh + at);
        }
        gemm(y->products, 'n', 'n', m, w, w, 1.0f, k.rh, w, u->val + 2 * w,
             3 * w, 0.0f, k.p, w);
        for (int i = 0; i < m; i++) {
            const size_t row = row_of(r, from + i, step), at = (size_t)i * n;

            gates_rest(n, k.p + at, y->in[0]->val + 3 * row, k.h + at,
                       y->val + row);
            memcpy(k.h + at, y->val + row, n * sizeof(float));
            recurrence_bring(r, from + i, step + 1);
        }
    }
}

/* The gates z and n of a row are overwritten by their gradient; n's part goes
 * into the product with the weight. */
static void rest_row_back(const struct recurrence *r,
                          const struct gru_scratch *k, int lane, int step,
                          size_t i)
{
    const struct node *y = r->y;
    const size_t n = (size_t)y->cols, row = row_of(r, lane, step);
    float *gates = y->in[0]->val + 3 * row;

    gates_rest_back(n, gates,
                    recurrence_before(r, y->val, lane, step, k->zeros),
                    y->grad + row, k->h + i * n, gates, most_of(y));
    memcpy(k->p + i * n, gates + 2 * n, n * sizeof(float));
}

/* Then r, after r h0 is stored for the weight's gradient. */
static void reset_row_back(const struct recurrence *r,
                           const struct gru_scratch *k, int lane, int step,
                           size_t i)
{
    const struct node *y = r->y;
    const size_t n = (size_t)y->cols, row = row_of(r, lane, step);
    const float *h0 = recurrence_before(r, y->val, lane, step, k->zeros);
    float *gates = y->in[0]->val + 3 * row;

    vector_mul(n, gates, h0, r->second + row);
    gates_reset_back(n, gates, h0, k->rh + i * n, k->h + i * n, gates,
                     most_of(y));
    memcpy(k->p + 2 * i * n, gates, 2 * n * sizeof(float));
    recurrence_bring(r, lane, step - 1);
}

static void before_lanes_back(const struct recurrence *r, int from, int to,
                              struct arena *scratch)
{
    const struct node *y = r->y;
    const int w = y->cols;
    const float *turned_n = r->turned + (size_t)(2 * w) * (size_t)w;
    const struct gru_scratch k = room(scratch, to - from, w);

    for (int step = r->steps->n - 1; step >= 0; step--) {
        const int m = steps_active(r->steps, from, to, step);

        for (int i = 0; i < m; i++)
            rest_row_back(r, &k, from + i, step, (size_t)i);
        gemm(y->products, 'n', 'n', m, w, w, 1.0f, k.p, w, turned_n, w, 0.0f,
             k.rh, w);
        for (int i = 0; i < m; i++)
            reset_row_back(r, &k, from + i, step, (size_t)i);
        gemm(y->products, 'n', 'n', m, w, 2 * w, 1.0f, k.p, 2 * w, r->turned, w,
             1.0f, k.h, w);
    }
}

/* --- both ----------------------------------------------------------------- */

/* dU's columns [at, at + cols) += H^T D. */
static void weight_columns(const struct node *y, const float *h, int at,
                           int cols, const float *d, int ldd, float beta)
{
    const int w = y->cols;

    gemm(y->products, 't', 'n', w, cols, y->rows, 1.0f, h, w, d, ldd, beta,
         y->in[1]->grad + at, 3 * w);
}

/* db of r and z sums the gradient of the gates' sums, db of n that of q. */
static void bias_backward(const struct node *y)
{
    const size_t w = (size_t)y->cols;
    float *db = node_begin_zeroed(y->in[2]);

    for (size_t i = 0; db && i < (size_t)y->rows; i++) {
        vector_add(2 * w, y->in[0]->val + i * 3 * w, db);
        vector_add(w, y->saved[0] + i * w, db + 2 * w);
    }
}

static void after_backward(struct tape *t, const struct node *y)
{
    struct node *gates = y->in[0], *u = y->in[1];
    const struct recurrence r = {.y = y,
                                 .steps = y->args,
                                 .lanes = after_lanes_back,
                                 .turned = recurrence_turn(t->arena, u),
                                 .second = y->saved[0]};
    const int w = y->cols;

    recurrence_run(t, &r, simd_room(y));
    bias_backward(y);
    if (u->grad) {
        const float *h = recurrence_all_before(t->arena, &r);
        const float beta = node_begin(u) ? 0.0f : 1.0f;

        weight_columns(y, h, 0, 2 * w, gates->val, 3 * w, beta);
        weight_columns(y, h, 2 * w, w, r.second, w, beta);
    }
    node_set_grad(gates, gates->val);
}

static void before_backward(struct tape *t, const struct node *y)
{
    struct node *gates = y->in[0], *u = y->in[1];
    const struct recurrence r = {.y = y,
                                 .steps = y->args,
                                 .lanes = before_lanes_back,
                                 .turned = recurrence_turn(t->arena, u),
                                 .second =
                                     arena_floats_raw(t->arena, node_len(y))};
    const int w = y->cols;

    recurrence_run(t, &r, simd_room(y));
    if (u->grad) {
        const float *h = recurrence_all_before(t->arena, &r);
        const float beta = node_begin(u) ? 0.0f : 1.0f;

        weight_columns(y, h, 0, 2 * w, gates->val, 3 * w, beta);
        weight_columns(y, r.second, 2 * w, w, gates->val + 2 * w, 3 * w, beta);
    }
    node_set_grad(gates, gates->val);
}

static size_t after_scratch(const struct node *y)
{
    return recurrence_scratch(y, simd_room(y));
}

/* Scratch as above, and r h0 of all rows. */
static size_t before_scratch(const struct node *y)
{
    return node_len(y) + recurrence_scratch(y, simd_room(y));
}

static const struct op gru_after = {
    .name = "gru",
    .backward = after_backward,
    .begins = true,
    .scratch = after_scratch,
};

static const struct op gru_before = {
    .name = "gru_reset_before",
    .backward = before_backward,
    .begins = true,
    .scratch = before_scratch,
};

static struct node *gru(struct tape *t, const struct op *op, struct node *x,
                        struct node *w, struct node *b, struct node *u,
                        struct node *c)
{
    struct node *gates = linear_open(t, x, w, b);

    assert(u->cols == 3 * u->rows && w->cols == u->cols);
    return tape_node(t, op, x->rows, u->rows, (struct node *[]){gates, u, c},
                     3);
}

static void run(struct tape *t, struct node *y, const struct segments *seg,
                bool reversed, float most, recurrence_lanes *lanes)
{
    struct gru *k = arena_alloc(t->arena, sizeof(*k));

    assert(segments_rows(seg) == y->rows);
    *k = (struct gru){steps_of(t->arena, seg, reversed), most};
    y->args = k;
    recurrence_forward(t, y, lanes, simd_room(y));
}

struct node *tape_gru(struct tape *t, struct node *x, struct node *w,
                      struct node *b, struct node *u, struct node *c,
                      const struct segments *seg, bool reversed, float most)
{
    struct node *y = gru(t, &gru_after, x, w, b, u, c);

    y->saved[0] = arena_floats_raw(t->arena, node_len(y));
    run(t, y, seg, reversed, most, after_lanes);
    return y;
}

struct node *tape_gru_reset_before(struct tape *t, struct node *x,
                                   struct node *w, struct node *b,
                                   struct node *u, const struct segments *seg,
                                   bool reversed, float most)
{
    struct node *y = gru(t, &gru_before, x, w, b, u, NULL);

    run(t, y, seg, reversed, most, before_lanes);
    return y;
}
