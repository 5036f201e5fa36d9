/*
 * recurrent_fixture.h - one recurrent layer of each kind over ragged segments,
 * and the same computed by plain loops.
 */
#ifndef RECURRENT_FIXTURE_H
#define RECURRENT_FIXTURE_H

#include <math.h>
#include <string.h>

#include "engine/tape/ops.h"

#define IN 5
#define N 19 /* width: some whole vectors, and a remainder */
#define ROWS 40

static const int at[] = {0, 3, 3, 17, 18, 32, 40}; /* 3, 0, 14, 1, 14, 8 */
static const struct segments ragged = {6, at};

enum { LSTM, GRU, GRU_BEFORE, KINDS };
static const int gates_of[] = {4, 3, 3};

/* Parameters of a layer, on a tape. */
struct layer {
    struct node *x, *w, *b, *u, *c;
};

static struct node *leaf(struct tape *t, int rows, int cols, uint32_t seed,
                         float scale)
{
    struct node *x = tape_leaf(t, rows, cols);

    random_normal(random_key(seed, "values"), (struct address){0}, node_len(x),
                  scale, x->val);
    return x;
}

static struct layer layer(struct tape *t, int kind)
{
    const int cols = gates_of[kind] * N;

    return (struct layer){leaf(t, ROWS, IN, 1, 1.0f),
                          leaf(t, IN, cols, 2, 0.6f), leaf(t, 1, cols, 3, 0.5f),
                          leaf(t, N, cols, 4, 0.4f), leaf(t, 1, cols, 5, 0.5f)};
}

static struct node *apply(struct tape *t, int kind, struct layer l,
                          const struct segments *seg, bool reversed)
{
    return kind == LSTM ? tape_lstm(t, l.x, l.w, l.b, l.u, seg, reversed)
           : kind == GRU
               ? tape_gru(t, l.x, l.w, l.b, l.u, l.c, seg, reversed, 0.0f)
               : tape_gru_reset_before(t, l.x, l.w, l.b, l.u, seg, reversed,
                                       0.0f);
}

/* b_j + sum_i x_i m_ij */
static double sum(double b, int n, const double *x, const struct node *m, int j)
{
    for (int i = 0; i < n; i++)
        b += x[i] * m->val[i * m->cols + j];
    return b;
}

static double sigmoid(double x)
{
    return 1.0 / (1.0 + exp(-x));
}

/* The input's part of gate g of unit j. */
static double input(const struct layer *l, int row, int g, int j)
{
    double x[IN];

    for (int i = 0; i < IN; i++)
        x[i] = l->x->val[row * IN + i];
    return sum(l->b->val[g * N + j], IN, x, l->w, g * N + j);
}

static void plain_lstm(const struct layer *l, int row, double *h, double *c)
{
    double next[N];

    for (int j = 0; j < N; j++) {
        double a[4];

        for (int g = 0; g < 4; g++)
            a[g] = sum(input(l, row, g, j), N, h, l->u, g * N + j);
        c[j] = sigmoid(a[1]) * c[j] + sigmoid(a[0]) * tanh(a[2]);
        next[j] = sigmoid(a[3]) * tanh(c[j]);
    }
    memcpy(h, next, sizeof(next));
}

static void plain_gru(const struct layer *l, int row, double *h, bool before)
{
    double r[N], z[N], rh[N];

    for (int j = 0; j < N; j++) {
        const float *c = l->c->val;

        r[j] = sigmoid(
            sum(input(l, row, 0, j) + (before ? 0 : c[j]), N, h, l->u, j));
        z[j] = sigmoid(sum(input(l, row, 1, j) + (before ? 0 : c[N + j]), N, h,
                           l->u, N + j));
        rh[j] = r[j] * h[j];
    }
    double n[N];

    for (int j = 0; j < N; j++) {
        const double own = input(l, row, 2, j), c = l->c->val[2 * N + j];

        n[j] = tanh(before ? sum(own, N, rh, l->u, 2 * N + j)
                           : own + r[j] * sum(c, N, h, l->u, 2 * N + j));
    }
    for (int j = 0; j < N; j++)
        h[j] = (1.0 - z[j]) * n[j] + z[j] * h[j];
}

/* The layer's states y [ROWS * N]. */
static void plain(int kind, const struct layer *l, bool reversed, double *y)
{
    for (int s = 0; s < ragged.n; s++) {
        const int len = segment_len(&ragged, s);
        double h[N] = {0}, c[N] = {0};

        for (int i = 0; i < len; i++) {
            const int row = at[s] + (reversed ? len - 1 - i : i);

            if (kind == LSTM)
                plain_lstm(l, row, h, c);
            else
                plain_gru(l, row, h, kind == GRU_BEFORE);
            memcpy(y + (size_t)row * N, h, sizeof(h));
        }
    }
}

#endif
