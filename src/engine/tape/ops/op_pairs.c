/*
 * Products and distances between the rows of two packed matrices, segment by
 * segment and head by head: the unfused form of attention.  Tests compare the
 * fused kinds with these ops.
 */
#include <assert.h>
#include <limits.h>

#include "engine/kernel/gemm.h"
#include "engine/kernel/l1.h"
#include "engine/tape/ops.h"

struct pair_args {
    struct pairs p;
    float scale;
    int first, d; /* the features of a head that tape_pair_dot_part() takes */
};

static struct node *two_sided(struct tape *t, const struct op *op,
                              struct pair_args of, int rows, int cols,
                              struct node *a, struct node *b)
{
    struct node *y = tape_node(t, op, rows, cols, (struct node *[]){a, b}, 2);
    struct pair_args *args = arena_alloc(t->arena, sizeof(*args));

    *args = of;
    y->args = args;
    return y;
}

/* If there are more pairs than a node can have rows, rows are wide, and the
 * last one is not full. */
static struct node *over_pairs(struct tape *t, const struct op *op,
                               struct pair_args of, struct node *q,
                               struct node *k)
{
    enum { WIDE = 1 << 16 };
    const size_t n = pairs_len(&of.p);
    const bool fits = n <= INT_MAX;

    return two_sided(t, op, of, (int)(fits ? n : n / WIDE + 1), fits ? 1 : WIDE,
                     q, k);
}

/* Set the forbidden pairs of block k to 0. */
static void forbid(const struct pairs *p, int k, float *x)
{
    const struct pair_block b = pairs_block(p, k);

    pair_block_forbid(&b, x + p->at[k], b.n);
}

/* The gradient of a block, with 0 at forbidden pairs.  It is complete and not
 * used elsewhere, so it is changed in place. */
static const float *allowed_grad(const struct node *y, const struct pairs *p,
                                 int k)
{
    forbid(p, k, y->grad);
    return y->grad + p->at[k];
}

static void dot_backward(struct tape *t, const struct node *y)
{
    const struct pair_args *a = y->args;
    struct node *q = y->in[0], *k = y->in[1];
    int w = q->cols, d = a->d;

    (void)t;
    for (int i = 0; i < pairs_blocks(&a->p); i++) {
        const struct pair_block b = pairs_block(&a->p, i);
        const size_t row = pairs_row(&a->p, i, w) + (size_t)a->first;
        const size_t col = pairs_col(&a->p, i, w) + (size_t)a->first;
        const float *g = allowed_grad(y, &a->p, i);

        if (q->grad)
            gemm(y->products, 'n', 'n', b.m, d, b.n, a->scale, g, b.n,
                 k->val + col, w, 1.0f, q->grad + row, w);
        if (k->grad)
            gemm(y->products, 't', 'n', b.n, d, b.m, a->scale, g, b.n,
                 q->val + row, w, 1.0f, k->grad + col, w);
    }
}

static const struct op pair_dot = {
    .name = "pair_dot",
    .backward = dot_backward,
};

struct node *tape_pair_dot_part(struct tape *t, const struct pairs *p,
                                struct node *q, struct node *k, int first,
                                int n, float scale)
{
    const struct pair_args a = {*p, scale, first, n};
    struct node *y = over_pairs(t, &pair_dot, a, q, k);
    int w = q->cols;

    assert(q->cols == k->cols && w % p->heads == 0);
    assert(first >= 0 && n >= 0 && first + n <= w / p->heads);
    if (t->dry)
        return y;
    for (int i = 0; i < pairs_blocks(p); i++) {
        const struct pair_block b = pairs_block(p, i);

        gemm(y->products, 'n', 't', b.m, b.n, n, scale,
             q->val + pairs_row(p, i, w) + (size_t)first, w,
             k->val + pairs_col(p, i, w) + (size_t)first, w, 0.0f,
             y->val + p->at[i], b.n);
        forbid(p, i, y->val);
    }
    return y;
}

struct node *tape_pair_dot(struct tape *t, const struct pairs *p,
                           struct node *q, struct node *k, float scale)
{
    return tape_pair_dot_part(t, p, q, k, 0, q->cols / p->heads, scale);
}

static void l1_backward(struct tape *t, const struct node *y)
{
    const struct pair_args *a = y->args;
    struct node *q = y->in[0], *k = y->in[1];
    int w = q->cols, d = w / a->p.heads;

    if (a->scale == 0.0f)
        return;
    for (int i = 0; i < pairs_blocks(&a->p); i++) {
        const struct pair_block b = pairs_block(&a->p, i);
        const size_t row = pairs_row(&a->p, i, w), col = pairs_col(&a->p, i, w);

        l1_pairs_backward(&b, d, a->scale, q->val + row, w, k->val + col, w,
                          y->grad + a->p.at[i], b.n,
                          q->grad ? q->grad + row : NULL, w,
                          k->grad ? k->grad + col : NULL, w, t->arena);
    }
}

static const struct op pair_l1 = {.name = "pair_l1", .backward = l1_backward};

/* Distances times 0 are 0, with the sign of the scale; q and k are not read. */
static void fill(size_t n, float zero, float *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = zero;
}

struct node *tape_pair_l1(struct tape *t, const struct pairs *p, struct node *q,
                          struct node *k, float scale)
{
    const struct pair_args a = {.p = *p, .scale = scale};
    struct node *y = over_pairs(t, &pair_l1, a, q, k);
    int w = q->cols, d = w / p->heads;

    assert(q->cols == k->cols && w % p->heads == 0);
    if (t->dry)
        return y;
    for (int i = 0; i < pairs_blocks(p); i++) {
        const struct pair_block b = pairs_block(p, i);

        if (scale == 0.0f)
            fill(pair_block_len(&b), scale, y->val + p->at[i]);
        else
            l1_pairs(&b, d, scale, q->val + pairs_row(p, i, w), w,
                     k->val + pairs_col(p, i, w), w, y->val + p->at[i], b.n,
                     t->arena);
        forbid(p, i, y->val);
    }
    return y;
}

/*
 * One block of M B into rows, or of M^T A into columns, added to beta times the
 * old value; `from` and `to` are w wide, d per head.
 */
static void pool_block(const struct node *y, const struct pairs *p, int k,
                       bool transposed, int w, int d, const float *m,
                       const float *from, float beta, float *to)
{
    const struct pair_block b = pairs_block(p, k);
    const size_t row = pairs_row(p, k, w), col = pairs_col(p, k, w);

    if (transposed)
        gemm(y->products, 't', 'n', b.n, d, b.m, 1.0f, m + p->at[k], b.n,
             from + row, w, beta, to + col, w);
    else
        gemm(y->products, 'n', 'n', b.m, d, b.n, 1.0f, m + p->at[k], b.n,
             from + col, w, beta, to + row, w);
}

static void pool_back(const struct node *y, bool transposed)
{
    const struct pair_args *a = y->args;
    struct node *m = y->in[0], *v = y->in[1];
    const float *rows = transposed ? v->val : y->grad;
    const float *cols = transposed ? y->grad : v->val;
    int w = v->cols, d = w / a->p.heads;

    for (int k = 0; k < pairs_blocks(&a->p); k++) {
        const struct pair_block b = pairs_block(&a->p, k);

        if (m->grad)
            gemm(y->products, 'n', 't', b.m, b.n, d, 1.0f,
                 rows + pairs_row(&a->p, k, w), w,
                 cols + pairs_col(&a->p, k, w), w, 1.0f, m->grad + a->p.at[k],
                 b.n);
        if (v->grad)
            pool_block(y, &a->p, k, !transposed, w, d, m->val, y->grad, 1.0f,
                       v->grad);
    }
}

static struct node *pool(struct tape *t, const struct op *op,
                         const struct pairs *p, struct node *m, struct node *v,
                         bool transposed)
{
    const struct segments *to = transposed ? &p->cols : &p->rows;
    int w = v->cols, d = w / p->heads;
    struct node *y = two_sided(t, op, (struct pair_args){.p = *p},
                               segments_rows(to), w, m, v);

    assert(w % p->heads == 0);
    if (t->dry)
        return y;
    for (int k = 0; k < pairs_blocks(p); k++)
        pool_block(y, p, k, transposed, w, d, m->val, v->val, 0.0f, y->val);
    return y;
}

static void pool_backward(struct tape *t, const struct node *y)
{
    (void)t;
    pool_back(y, false);
}

static const struct op pair_pool = {
    .name = "pair_pool",
    .backward = pool_backward,
};

struct node *tape_pair_pool(struct tape *t, const struct pairs *p,
                            struct node *m, struct node *b)
{
    return pool(t, &pair_pool, p, m, b, false);
}

static void pool_transposed_backward(struct tape *t, const struct node *y)
{
    (void)t;
    pool_back(y, true);
}

static const struct op pair_pool_transposed = {
    .name = "pair_pool_transposed",
    .backward = pool_transposed_backward,
};

struct node *tape_pair_pool_transposed(struct tape *t, const struct pairs *p,
                                       struct node *m, struct node *a)
{
    return pool(t, &pair_pool_transposed, p, m, a, true);
}
