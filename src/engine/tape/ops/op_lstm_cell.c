/*
 * One step of an LSTM, for decoders that carry a state.
 */
#include <assert.h>
#include <string.h>

#include "engine/kernel/gates.h"
#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

/* Both nodes of a step save the gates' values [m x 4 n]; c also saves the value
 * of h. */

/* Add to dG and dc0 from dc alone, to which the gradient through h has already
 * been added. */
static void memory_backward(struct tape *t, const struct node *c)
{
    struct node *gates = c->in[0], *c0 = c->in[1];
    const size_t n = (size_t)c->cols;
    float *dc = arena_floats_raw(t->arena, n);
    float *d = arena_floats_raw(t->arena, 4 * n);
    const float *zeros = arena_floats(t->arena, n);

    for (size_t i = 0; i < (size_t)c->rows; i++) {
        memcpy(dc, c->grad + i * n, n * sizeof(float));
        gates_lstm_back(n, c->saved[0] + i * 4 * n, c0->val + i * n,
                        c->saved[1] + i * n, zeros, zeros, dc, d);
        if (gates->grad)
            vector_add(4 * n, d, gates->grad + i * 4 * n);
        if (c0->grad)
            vector_add(n, dc, c0->grad + i * n);
    }
}

static const struct op memory = {
    .name = "lstm_cell_memory",
    .backward = memory_backward,
};

/* From h = o tanh(c): dc += dh o (1 - tanh^2), and dG += dh tanh(c) o (1 - o)
 * in the columns of o. */
static void output_backward(struct tape *t, const struct node *h)
{
    struct node *c = h->in[0], *gates = h->in[1];
    const size_t n = (size_t)h->cols;
    float *tanh_c = arena_floats_raw(t->arena, n);

    for (size_t i = 0; i < (size_t)h->rows; i++) {
        const float *dh = h->grad + i * n;
        const float *o = h->saved[0] + i * 4 * n + 3 * n;

        vector_tanh(n, c->val + i * n, tanh_c);
        for (size_t j = 0; c->grad && j < n; j++)
            c->grad[i * n + j] += dh[j] * o[j] * (1.0f - tanh_c[j] * tanh_c[j]);
        for (size_t j = 0; gates->grad && j < n; j++)
            gates->grad[i * 4 * n + 3 * n + j] +=
                dh[j] * tanh_c[j] * o[j] * (1.0f - o[j]);
    }
}

static const struct op output = {
    .name = "lstm_cell_output",
    .backward = output_backward,
};

/* gates_lstm() with the gates as p and zeros as g, which are overwritten by the
 * gates' values. */
static void step(const struct node *gates, const struct node *before,
                 struct lstm_state after)
{
    const size_t n = (size_t)before->cols;
    float *values = after.c->saved[0];

    memset(values, 0, node_len(gates) * sizeof(float));
    for (size_t i = 0; i < (size_t)before->rows; i++)
        gates_lstm(n, gates->val + i * 4 * n, values + i * 4 * n,
                   before->val + i * n, after.c->val + i * n,
                   after.h->val + i * n);
}

struct lstm_state tape_lstm_cell(struct tape *t, struct node *gates,
                                 struct node *u, struct lstm_state before)
{
    const int m = before.c->rows, n = before.c->cols;
    struct lstm_state after;

    gates = tape_add(t, gates, tape_linear(t, before.h, u, NULL));
    assert(gates->rows == m && gates->cols == 4 * n);
    after.c =
        tape_node(t, &memory, m, n, (struct node *[]){gates, before.c}, 2);
    after.h = tape_node(t, &output, m, n, (struct node *[]){after.c, gates}, 2);
    after.c->saved[0] = arena_floats_raw(t->arena, node_len(gates));
    after.h->saved[0] = after.c->saved[0];
    after.c->saved[1] = after.h->val;
    if (!t->dry)
        step(gates, before.c, after);
    return after;
}
