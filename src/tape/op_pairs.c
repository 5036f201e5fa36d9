/*
 * Products and distances between the rows of two packed matrices, segment by
 * segment and head by head: the composed form of attention.  Fused kinds are
 * held equal to what is made of these.
 */
#include <assert.h>
#include <limits.h>
#include <string.h>

#include "kernel/gemm.h"
#include "kernel/l1.h"
#include "tape/ops.h"

void pairs_init(struct pairs *p, struct arena *a, struct segments rows,
                struct segments cols, int heads, bool causal)
{
    size_t *at = arena_alloc(a, ((size_t)rows.n * heads + 1) * sizeof(*at));
    size_t n = 0;

    assert(rows.n == cols.n && heads > 0);
    for (int s = 0; s < rows.n; s++)
        for (int h = 0; h < heads; h++) {
            at[(size_t)s * heads + h] = n;
            n += (size_t)segment_len(&rows, s) * segment_len(&cols, s);
        }
    at[(size_t)rows.n * heads] = n;
    *p = (struct pairs){
        .rows = rows, .cols = cols, .heads = heads, .causal = causal, .at = at};
}

/* One block: where its pairs and its rows' and columns' features are. */
struct block {
    int m, n;        /* rows, columns */
    size_t pair;     /* first element over pairs */
    size_t row, col; /* first element of the features of each side */
};

static struct block block(const struct pairs *p, int s, int h, int row_width,
                          int col_width)
{
    return (struct block){
        .m = segment_len(&p->rows, s),
        .n = segment_len(&p->cols, s),
        .pair = p->at[s * p->heads + h],
        .row = (size_t)p->rows.at[s] * row_width +
               (size_t)h * (row_width / p->heads),
        .col = (size_t)p->cols.at[s] * col_width +
               (size_t)h * (col_width / p->heads),
    };
}

/* Walk the blocks of p. */
#define EACH_BLOCK(p, s, h)               \
    for (int s = 0; s < (p)->rows.n; s++) \
        for (int h = 0; h < (p)->heads; h++)

static size_t pairs_len(const struct pairs *p)
{
    return p->at[(size_t)p->rows.n * p->heads];
}

struct pair_args {
    struct pairs p;
    float scale;
    int first, d; /* which features of a head tape_pair_dot_part() takes */
};

static struct node *pair_node(struct tape *t, const struct op *op,
                              struct pair_args of, int rows, int cols,
                              struct node *a, struct node *b)
{
    struct node *y = tape_node(t, op, rows, cols, (struct node *[]){a, b}, 2);
    struct pair_args *args = arena_alloc(t->arena, sizeof(*args));

    *args = of;
    y->args = args;
    return y;
}

/* More pairs than a node has rows stand in wide ones, of which the last is not
 * full. */
static struct node *over_pairs(struct tape *t, const struct op *op,
                               struct pair_args of, struct node *q,
                               struct node *k)
{
    enum { WIDE = 1 << 16 };
    const size_t n = pairs_len(&of.p);
    const bool fits = n <= INT_MAX;

    return pair_node(t, op, of, (int)(fits ? n : n / WIDE + 1), fits ? 1 : WIDE,
                     q, k);
}

/* Forbidden pairs of an [m x n] block get 0. */
static void forbid(int m, int n, float *x)
{
    for (int i = 0; i < m && i + 1 < n; i++)
        memset(x + (size_t)i * n + i + 1, 0, (n - i - 1) * sizeof(float));
}

/* The gradient of a block, with nothing at forbidden pairs.  It is complete
 * and no longer needed elsewhere, so it is cleaned in place. */
static const float *allowed_grad(const struct node *y, const struct pairs *p,
                                 const struct block *b)
{
    if (p->causal)
        forbid(b->m, b->n, y->grad + b->pair);
    return y->grad + b->pair;
}

/* The block's features begin where those that are taken do. */
static struct block part_block(const struct pair_args *a, int s, int h, int w)
{
    struct block b = block(&a->p, s, h, w, w);

    b.row += (size_t)a->first;
    b.col += (size_t)a->first;
    return b;
}

static void dot_backward(struct tape *t, const struct node *y)
{
    const struct pair_args *a = y->args;
    struct node *q = y->in[0], *k = y->in[1];
    int w = q->cols, d = a->d;

    (void)t;
    EACH_BLOCK(&a->p, s, h)
    {
        struct block b = part_block(a, s, h, w);
        const float *g = allowed_grad(y, &a->p, &b);

        if (q->grad)
            gemm('n', 'n', b.m, d, b.n, a->scale, g, b.n, k->val + b.col, w,
                 1.0f, q->grad + b.row, w);
        if (k->grad)
            gemm('t', 'n', b.n, d, b.m, a->scale, g, b.n, q->val + b.row, w,
                 1.0f, k->grad + b.col, w);
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
    EACH_BLOCK(p, s, h)
    {
        struct block b = part_block(&a, s, h, w);

        gemm('n', 't', b.m, b.n, n, scale, q->val + b.row, w, k->val + b.col, w,
             0.0f, y->val + b.pair, b.n);
        if (p->causal)
            forbid(b.m, b.n, y->val + b.pair);
    }
    return y;
}

struct node *tape_pair_dot(struct tape *t, const struct pairs *p,
                           struct node *q, struct node *k, float scale)
{
    return tape_pair_dot_part(t, p, q, k, 0, q->cols / p->heads, scale);
}

/* How many pairs of a block's row 0 are. */
static int allowed_at_first(const struct pairs *p, const struct block *b)
{
    return p->causal ? 1 : b->n;
}

static void l1_backward(struct tape *t, const struct node *y)
{
    const struct pair_args *a = y->args;
    struct node *q = y->in[0], *k = y->in[1];
    int w = q->cols, d = w / a->p.heads;

    if (a->scale == 0.0f)
        return;
    EACH_BLOCK(&a->p, s, h)
    {
        struct block b = block(&a->p, s, h, w, w);

        l1_pairs_backward(b.m, b.n, d, a->scale, q->val + b.row, w,
                          k->val + b.col, w, allowed_grad(y, &a->p, &b), b.n,
                          q->grad ? q->grad + b.row : NULL, w,
                          k->grad ? k->grad + b.col : NULL, w,
                          allowed_at_first(&a->p, &b), t->arena);
    }
}

static const struct op pair_l1 = {.name = "pair_l1", .backward = l1_backward};

/* Times 0 they are that, of its sign: nothing of q and k is looked at. */
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
    EACH_BLOCK(p, s, h)
    {
        struct block b = block(p, s, h, w, w);

        if (scale == 0.0f)
            fill((size_t)b.m * b.n, scale, y->val + b.pair);
        else
            l1_pairs(b.m, b.n, d, scale, q->val + b.row, w, k->val + b.col, w,
                     y->val + b.pair, b.n, allowed_at_first(p, &b), t->arena);
        if (p->causal)
            forbid(b.m, b.n, y->val + b.pair);
    }
    return y;
}

/*
 * One block of M B into rows, or of M^T A into columns, added to what is
 * there times beta: `from` and `to` are w wide, d of it a head's.
 */
static void pool_block(const struct block *b, bool transposed, int w, int d,
                       const float *m, const float *from, float beta, float *to)
{
    if (transposed)
        gemm('t', 'n', b->n, d, b->m, 1.0f, m + b->pair, b->n, from + b->row, w,
             beta, to + b->col, w);
    else
        gemm('n', 'n', b->m, d, b->n, 1.0f, m + b->pair, b->n, from + b->col, w,
             beta, to + b->row, w);
}

static void pool_back(const struct node *y, bool transposed)
{
    const struct pair_args *a = y->args;
    struct node *m = y->in[0], *v = y->in[1];
    const float *rows = transposed ? v->val : y->grad;
    const float *cols = transposed ? y->grad : v->val;
    int w = v->cols, d = w / a->p.heads;

    EACH_BLOCK(&a->p, s, h)
    {
        struct block b = block(&a->p, s, h, w, w);

        if (m->grad)
            gemm('n', 't', b.m, b.n, d, 1.0f, rows + b.row, w, cols + b.col, w,
                 1.0f, m->grad + b.pair, b.n);
        if (v->grad)
            pool_block(&b, !transposed, w, d, m->val, y->grad, 1.0f, v->grad);
    }
}

static struct node *pool(struct tape *t, const struct op *op,
                         const struct pairs *p, struct node *m, struct node *v,
                         bool transposed)
{
    const struct segments *to = transposed ? &p->cols : &p->rows;
    int w = v->cols, d = w / p->heads;
    struct node *y = pair_node(t, op, (struct pair_args){.p = *p},
                               segments_rows(to), w, m, v);

    assert(w % p->heads == 0);
    if (t->dry)
        return y;
    EACH_BLOCK(p, s, h)
    {
        struct block b = block(p, s, h, w, w);

        pool_block(&b, transposed, w, d, m->val, v->val, 0.0f, y->val);
    }
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
