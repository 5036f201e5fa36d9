/*
 * bidaf_reference.h - BiDAF of Seo et al. and their code, for one example, in
 * double precision and plain loops:
 *
 *     S_ij = w1 c_i + w2 q_j + (w3 * c_i) q_j + b
 *     E = S as attention scales it,  A = M Q
 *     b = sum_i softmax_i(max_j E_ij) c_i,  G = [C; A; C * A; C * b]
 *     M = BiLSTM^2 G,  start = w [G; M],  a = sum_i softmax_i(start) M_i
 *     M2 = BiLSTM [G; M; a; M * a],  end = w [G; M2]
 *
 * with dropout on the input of BiLSTMs, except the document's before attention,
 * on the weights of attention, and on the input of scores.
 */
#ifndef BIDAF_REFERENCE_H
#define BIDAF_REFERENCE_H

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/layer/params.h"
#include "engine/tape/ops.h"

#define HIDDEN 3
#define ROWS 6
#define WIDTH (14 * HIDDEN)

struct matrix {
    int n, d;
    double v[ROWS][WIDTH];
};

struct reference {
    const struct params *params;
    double *value; /* of the parameters, at their offsets */
    int32_t token[2][ROWS], span[2];
    int len[2];
    double scale; /* of S */
    bool coda;
    float dropout, attention_dropout;
    struct tape masks; /* draws the same dropout as the model's tape */
    int example;
};

/* --- parts ---------------------------------------------------------------- */

/* A parameter "NAME.PART", or NULL. */
static inline const double *find(const struct reference *w, const char *name,
                                 const char *part)
{
    char whole[120];

    snprintf(whole, sizeof(whole), "%s.%s", name, part);
    for (int i = 0; i < w->params->n; i++)
        if (!strcmp(w->params->param[i].name, whole))
            return w->value + w->params->param[i].offset;
    return NULL;
}

static inline double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static inline struct matrix beside(struct matrix a, const struct matrix *b)
{
    for (int i = 0; i < a.n; i++)
        memcpy(a.v[i] + a.d, b->v[i], sizeof(double) * (size_t)b->d);
    a.d += b->d;
    return a;
}

static inline struct matrix times(struct matrix a, const struct matrix *b)
{
    for (int i = 0; i < a.n; i++)
        for (int k = 0; k < a.d; k++)
            a.v[i][k] *= b->v[i][k];
    return a;
}

static inline struct matrix drop(struct reference *w, struct matrix x, float p)
{
    const struct segments one = {1, (int[]){0, x.n}};
    struct node *m = tape_constant(&w->masks, x.n, x.d);

    for (size_t i = 0; i < node_len(m); i++)
        m->val[i] = 1.0f;
    m = tape_dropout(&w->masks, m, p, &one, &w->example);
    for (int i = 0; i < x.n; i++)
        for (int k = 0; k < x.d; k++)
            x.v[i][k] *= m->val[i * x.d + k];
    return x;
}

static inline struct matrix linear(const struct reference *w, const char *name,
                                   const struct matrix *x, int out)
{
    const double *weight = find(w, name, "weight"), *b = find(w, name, "bias");
    struct matrix y = {x->n, out, {{0}}};

    for (int i = 0; i < x->n; i++)
        for (int j = 0; j < out; j++) {
            y.v[i][j] = b ? b[j] : 0;
            for (int k = 0; k < x->d; k++)
                y.v[i][j] += x->v[i][k] * weight[k * out + j];
        }
    return y;
}

static inline struct matrix highway(const struct reference *w, int layer,
                                    struct matrix x)
{
    char name[80];

    snprintf(name, sizeof(name), "highway.%d.transform", layer);
    const struct matrix f = linear(w, name, &x, x.d);
    snprintf(name, sizeof(name), "highway.%d.gate", layer);
    const struct matrix g = linear(w, name, &x, x.d);

    for (int i = 0; i < x.n; i++)
        for (int k = 0; k < x.d; k++) {
            const double z = sigmoid(g.v[i][k]);

            x.v[i][k] = z * fmax(f.v[i][k], 0) + (1 - z) * x.v[i][k];
        }
    return x;
}

/* One step of an LSTM: gates in, forget, new and out, and 1 added to the forget
 * gate's bias. */
static inline void lstm_step(const double *x, int in, const double *weight,
                             const double *state, const double *bias, double *h,
                             double *c)
{
    double g[4 * HIDDEN];

    for (int j = 0; j < 4 * HIDDEN; j++) {
        g[j] = bias[j];
        for (int k = 0; k < in; k++)
            g[j] += x[k] * weight[k * 4 * HIDDEN + j];
        for (int k = 0; k < HIDDEN; k++)
            g[j] += h[k] * state[k * 4 * HIDDEN + j];
    }
    for (int u = 0; u < HIDDEN; u++) {
        c[u] = sigmoid(g[HIDDEN + u] + 1) * c[u] +
               sigmoid(g[u]) * tanh(g[2 * HIDDEN + u]);
        h[u] = sigmoid(g[3 * HIDDEN + u]) * tanh(c[u]);
    }
}

static inline struct matrix bilstm(const struct reference *w, const char *name,
                                   const struct matrix *x)
{
    static const char *const ways[] = {"forward", "backward"};
    struct matrix y = {x->n, 2 * HIDDEN, {{0}}};

    for (int way = 0; way < 2; way++) {
        double h[HIDDEN] = {0}, c[HIDDEN] = {0};
        char of[96];

        snprintf(of, sizeof(of), "%s.%s", name, ways[way]);
        for (int k = 0; k < x->n; k++) {
            const int i = way ? x->n - 1 - k : k;

            lstm_step(x->v[i], x->d, find(w, of, "weight"),
                      find(w, of, "state"), find(w, of, "bias"), h, c);
            memcpy(y.v[i] + way * HIDDEN, h, sizeof(h));
        }
    }
    return y;
}

/* Softmax of column j, in place. */
static inline void softmax(struct matrix *x, int j)
{
    double sum = 0;

    for (int i = 0; i < x->n; i++)
        sum += exp(x->v[i][j]);
    for (int i = 0; i < x->n; i++)
        x->v[i][j] = exp(x->v[i][j]) / sum;
}

/* The sum of the rows of x with the weights of p's first column, repeated in
 * each row. */
static inline struct matrix pooled(const struct matrix *p,
                                   const struct matrix *x)
{
    struct matrix y = {x->n, x->d, {{0}}};

    for (int i = 0; i < x->n; i++)
        for (int k = 0; k < x->n; k++)
            for (int j = 0; j < x->d; j++)
                y.v[i][j] += p->v[k][0] * x->v[k][j];
    return y;
}

/* --- the whole ------------------------------------------------------------ */

static inline struct matrix encode(struct reference *w, int part)
{
    const struct param *p = &w->params->param[0];
    struct matrix x = {w->len[part], p->cols, {{0}}};

    assert_string_equal(p->name, "embedding");
    for (int i = 0; i < x.n; i++)
        for (int k = 0; k < x.d; k++)
            x.v[i][k] =
                w->value[p->offset + (size_t)(w->token[part][i] * p->cols + k)];
    x = highway(w, 1, highway(w, 0, x));
    if (part == 1) /* the query */
        x = drop(w, x, w->dropout);
    return bilstm(w, "encode.0", &x);
}

static inline struct matrix affinity(const struct reference *w,
                                     const struct matrix *c,
                                     const struct matrix *q)
{
    const struct matrix one = linear(w, "flow.document", c, 1),
                        two = linear(w, "flow.query", q, 1);
    const double *three = find(w, "flow", "product");
    struct matrix e = {c->n, q->n, {{0}}};

    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < q->n; j++) {
            e.v[i][j] = one.v[i][0] + two.v[j][0];
            for (int k = 0; k < c->d; k++)
                e.v[i][j] += three[k] * c->v[i][k] * q->v[j][k];
            e.v[i][j] *= w->scale;
        }
    return e;
}

/* M: a softmax of E's rows, or tanh(E) 2 sigmoid(-|c - q|). */
static inline struct matrix weigh(const struct reference *w, struct matrix e,
                                  const struct matrix *c,
                                  const struct matrix *q)
{
    for (int i = 0; i < e.n; i++) {
        double sum = 0;

        for (int j = 0; j < e.d; j++)
            sum += exp(e.v[i][j]);
        for (int j = 0; j < e.d; j++) {
            double far = 0;

            for (int k = 0; k < c->d; k++)
                far += fabs(c->v[i][k] - q->v[j][k]);
            e.v[i][j] = w->coda ? tanh(e.v[i][j]) * 2 * sigmoid(-far)
                                : exp(e.v[i][j]) / sum;
        }
    }
    return e;
}

static inline struct matrix nearest(const struct matrix *e)
{
    struct matrix p = {e->n, 1, {{0}}};

    for (int i = 0; i < e->n; i++) {
        p.v[i][0] = e->v[i][0];
        for (int j = 1; j < e->d; j++)
            p.v[i][0] = fmax(p.v[i][0], e->v[i][j]);
    }
    softmax(&p, 0);
    return p;
}

static inline struct matrix flow(struct reference *w, const struct matrix *c,
                                 const struct matrix *q)
{
    const struct matrix e = affinity(w, c, q);
    const struct matrix p = drop(w, nearest(&e), w->attention_dropout);
    const struct matrix m = drop(w, weigh(w, e, c, q), w->attention_dropout);
    struct matrix a = {c->n, c->d, {{0}}};

    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < q->n; j++)
            for (int k = 0; k < c->d; k++)
                a.v[i][k] += m.v[i][j] * q->v[j][k];
    const struct matrix ca = times(*c, &a);
    const struct matrix b = pooled(&p, c), cb = times(*c, &b);

    a = beside(beside(*c, &a), &ca);
    return beside(a, &cb);
}

static inline struct matrix score(struct reference *w, const char *name,
                                  struct matrix g, const struct matrix *m)
{
    g = drop(w, beside(g, m), w->dropout);
    return linear(w, name, &g, 1);
}

/* Scores of both ends, [document x 2]. */
static inline struct matrix scores(struct reference *w)
{
    arena_reset(w->masks.arena);
    tape_begin(&w->masks, 3);
    const struct matrix c = encode(w, 0), q = encode(w, 1);
    const struct matrix g = flow(w, &c, &q);
    struct matrix m = drop(w, g, w->dropout);

    m = drop(w, bilstm(w, "model.0", &m), w->dropout);
    m = bilstm(w, "model.1", &m);
    const struct matrix start = score(w, "start", g, &m);
    struct matrix p = start;

    softmax(&p, 0);
    const struct matrix a = pooled(&p, &m), ma = times(m, &a);

    m = beside(beside(g, &m), &a);
    m = drop(w, beside(m, &ma), w->dropout);
    m = bilstm(w, "last.0", &m);
    const struct matrix end = score(w, "end", g, &m);

    return beside(start, &end);
}

static inline double loss(struct reference *w)
{
    struct matrix p = scores(w);

    softmax(&p, 0);
    softmax(&p, 1);
    return -log(p.v[w->span[0]][0]) - log(p.v[w->span[1]][1]);
}

#endif
