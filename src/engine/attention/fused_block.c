/*
 * One block of a fused attention, forward and backward: affinities, the kind's
 * weights, pooling.
 */
#include <string.h>

#include "engine/attention/fused_internal.h"
#include "engine/kernel/gemm.h"
#include "engine/kernel/l1.h"
#include "engine/kernel/vector.h"

void fused_block_forbid(const struct fused_block *b, float *x)
{
    pair_block_forbid(&b->of, x, b->of.n);
}

static void center_rows(const struct fused_block *b, float *x)
{
    EACH_RUN (r, &b->of)
        vector_center(r.n, x + r.at, x + r.at);
}

static void center_all(const struct fused_block *b, float *x)
{
    double sum = 0.0, count = 0.0;

    EACH_RUN (r, &b->of) {
        sum += vector_sum(r.n, x + r.at);
        count += (double)r.n;
    }
    float mean = count > 0.0 ? (float)(sum / count) : 0.0f;
    EACH_RUN (r, &b->of) {
        float *row = x + r.at;

        for (size_t j = 0; j < r.n; j++)
            row[j] -= mean;
    }
}

void fused_block_center(const struct fused_block *b, float *x)
{
    (b->by_rows ? center_rows : center_all)(b, x);
}

void fused_block_drop(const struct fused_block *b, const float *factor,
                      float *x, float *whole)
{
    if (!factor)
        return;
    memcpy(whole, x, fused_block_len(b) * sizeof(float));
    vector_mul(fused_block_len(b), x, factor, x);
}

struct fused_offsets fused_block_offsets(const struct fused_args *f, int k)
{
    const struct attend *in = &f->in;
    const struct pairs *of = &f->kept;
    struct fused_offsets p = {.ldk = in->q->cols,
                              .ldv = in->b->cols,
                              .lda = in->a ? in->a->cols : 0,
                              .heads = in->heads};

    p.dk = p.ldk / in->heads;
    p.dv = p.ldv / in->heads;
    p.da = p.lda / in->heads;
    p.q = pairs_row(of, k, p.ldk);
    p.k = pairs_col(of, k, p.ldk);
    p.b = pairs_col(of, k, p.ldv);
    p.a = pairs_row(of, k, p.lda);
    p.a_out = pairs_row(of, k, p.ldv);
    p.b_out = pairs_col(of, k, p.lda);
    p.q_bias = pairs_row(of, k, in->heads);
    p.k_bias = pairs_col(of, k, in->heads);
    return p;
}

/* Set the pairs of a token with itself to 0 if in->zero_self. */
static void forget_self(const struct attend *in, const struct fused_block *b,
                        float *x)
{
    if (in->zero_self)
        pair_block_forget_self(&b->of, x);
}

/* e_ij += e_scale (q_bias_i + k_bias_j) */
static void add_biases(const struct fused_args *f, const struct fused_block *b,
                       const struct fused_offsets *p)
{
    const struct node *q = f->in.q_bias, *k = f->in.k_bias;

    for (int i = 0; (q || k) && i < b->of.m; i++) {
        const float of_row = q ? q->val[p->q_bias + (size_t)(i * p->heads)] : 0;
        float *row = b->e + fused_block_row(b, i);

        for (int j = 0; j < b->of.n; j++) {
            const float of_col =
                k ? k->val[p->k_bias + (size_t)(j * p->heads)] : 0;

            row[j] += f->e_scale * (of_row + of_col);
        }
    }
}

static void biases_backward(const struct fused_args *f,
                            const struct fused_block *b,
                            const struct fused_offsets *p)
{
    const struct node *q = f->in.q_bias, *k = f->in.k_bias;
    struct arena_mark mark = arena_mark(b->scratch);
    float *sum = arena_floats(b->scratch, (size_t)b->of.n);

    for (int i = 0; q && q->grad && i < b->of.m; i++)
        q->grad[p->q_bias + (size_t)(i * p->heads)] +=
            f->e_scale *
            vector_sum((size_t)b->of.n, b->e + fused_block_row(b, i));
    for (int i = 0; k && k->grad && i < b->of.m; i++)
        vector_add((size_t)b->of.n, b->e + fused_block_row(b, i), sum);
    for (int j = 0; k && k->grad && j < b->of.n; j++)
        k->grad[p->k_bias + (size_t)(j * p->heads)] += f->e_scale * sum[j];
    arena_rewind(b->scratch, mark);
}

/* With n_scale 0 they are 0, and are not computed. */
static void distances(const struct fused_args *f, const struct fused_block *b,
                      const struct fused_offsets *p)
{
    const struct attend *in = &f->in;
    const struct node *qn = in->qn ? in->qn : in->q;
    const struct node *kn = in->kn ? in->kn : in->k;

    if (f->n_scale == 0.0f)
        memset(b->n_l1, 0, fused_block_len(b) * sizeof(float));
    else
        l1_pairs(&b->of, p->dk, f->n_scale, qn->val + p->q, p->ldk,
                 kn->val + p->k, p->ldk, b->n_l1, b->of.n, b->scratch);
}

static void affinities(const struct fused_args *f, const struct fused_block *b,
                       const struct fused_offsets *p)
{
    const struct attend *in = &f->in;

    gemm(b->products, 'n', 't', b->of.m, b->of.n, p->dk, f->e_scale,
         in->q->val + p->q, p->ldk, in->k->val + p->k, p->ldk, 0.0f, b->e,
         b->of.n);
    add_biases(f, b, p);
    forget_self(in, b, b->e);
    if (f->kind->n_scale)
        distances(f, b, p);
}

static void affinities_backward(const struct fused_args *f,
                                const struct fused_block *b,
                                const struct fused_offsets *p)
{
    struct node *q = f->in.q, *k = f->in.k;

    forget_self(&f->in, b, b->e);
    biases_backward(f, b, p);
    if (q->grad)
        gemm(b->products, 'n', 'n', b->of.m, p->dk, b->of.n, f->e_scale, b->e,
             b->of.n, k->val + p->k, p->ldk, 1.0f, q->grad + p->q, p->ldk);
    if (k->grad)
        gemm(b->products, 't', 'n', b->of.n, p->dk, b->of.m, f->e_scale, b->e,
             b->of.n, q->val + p->q, p->ldk, 1.0f, k->grad + p->k, p->ldk);
}

static void distances_rows_backward(const struct fused_args *f,
                                    const struct node *y, struct fused_block *b,
                                    const struct fused_offsets *p)
{
    struct node *qn = f->in.qn ? f->in.qn : f->in.q;
    struct node *kn = f->in.kn ? f->in.kn : f->in.k;

    (void)y;
    l1_rows_backward(b->columns, &b->of, f->n_scale, qn->val + p->q, p->ldk,
                     kn->val + p->k, p->ldk, b->keep[f->kind->n_at], b->of.n,
                     qn->grad ? qn->grad + p->q : NULL, p->ldk, b->scratch);
}

static void distances_backward(const struct fused_args *f, const struct node *y,
                               struct fused_block *b,
                               const struct fused_offsets *p)
{
    const struct l1_columns columns =
        l1_columns_begin(b->of.n, p->dk, b->scratch);
    struct node *kn = f->in.kn ? f->in.kn : f->in.k;

    b->columns = &columns;
    fused_block_each_strip(distances_rows_backward, f, y, b, p);
    if (kn->grad)
        l1_columns_end(&columns, kn->grad + p->k, p->ldk);
}

/* y = M x [m x d], with x at the columns; x and y have row length ld. */
static void pool_rows(const struct fused_block *b, const float *m, int d,
                      int ld, const float *x, float *y)
{
    gemm(b->products, 'n', 'n', b->of.m, d, b->of.n, 1.0f, m, b->of.n, x, ld,
         0.0f, y, ld);
}

/* Backward: dM [m x n] = beta dM + dy x^T, dx += M^T dy unless dx is NULL. */
static void pool_rows_back(const struct fused_block *b, const float *m, int d,
                           int ld, const float *x, const float *dy, float beta,
                           float *dm, float *dx)
{
    gemm(b->products, 'n', 't', b->of.m, b->of.n, d, 1.0f, dy, ld, x, ld, beta,
         dm, b->of.n);
    if (dx)
        gemm(b->products, 't', 'n', b->of.n, d, b->of.m, 1.0f, m, b->of.n, dy,
             ld, 1.0f, dx, ld);
}

/*
 * Turn sums over the columns, [m x d], into means over the allowed columns.  It
 * is its own adjoint: the backward pass turns gradients of means into those of
 * sums, in place, because they are not read afterwards.
 */
static void divide_rows(const struct fused_block *b, int d, int ld, float *y)
{
    EACH_RUN (r, &b->of) {
        float *row = y + (size_t)r.row * (size_t)ld;

        vector_scale((size_t)d, r.n ? 1.0f / (float)r.n : 0.0f, row, row);
    }
}

/* The same for sums over the rows, [n x d]. */
static void divide_cols(const struct fused_block *b, int d, int ld, float *y)
{
    for (int j = 0; j < b->of.n; j++) {
        const struct pair_span rows = pair_mask_column(b->of.mask, b->of.m, j);
        const int m = rows.to - rows.from;
        float *row = y + (size_t)j * (size_t)ld;

        vector_scale((size_t)d, m ? 1.0f / (float)m : 0.0f, row, row);
    }
}

static void rows_forward(const struct fused_args *f, const struct node *y,
                         struct fused_block *b, const struct fused_offsets *p)
{
    for (int k = 0; k < KEEP_MOST; k++)
        if (!b->keep[k] &&
            (k == KEEP_ROWS || (!b->records && fused_keeps(f, k))))
            b->keep[k] = arena_floats_raw(b->scratch, fused_block_len(b));

    const float *rows = b->keep[KEEP_ROWS];
    const float *cols = f->kind->normalises ? b->keep[KEEP_COLS] : rows;

    b->e = b->keep[f->kind->e_at];
    b->n_l1 = b->keep[f->kind->n_at];
    affinities(f, b, p);
    f->kind->weigh(f->conf, b);
    pool_rows(b, rows, p->dv, p->ldv, f->in.b->val + p->b, y->val + p->a_out);
    if (f->means == MEANS_BOTH)
        divide_rows(b, p->dv, p->ldv, y->val + p->a_out);
    if (b->both)
        gemm(b->products, 't', 'n', b->of.n, p->da, b->of.m, 1.0f, cols,
             b->of.n, f->in.a->val + p->a, p->lda, 0.0f,
             f->b_out->val + p->b_out, p->lda);
    if (b->both && f->means)
        divide_cols(b, p->da, p->lda, f->b_out->val + p->b_out);
    if (f->chain)
        pool_rows(b, rows, p->da, p->lda, f->b_out->val + p->b_out,
                  f->chain->val + p->a);
    if (f->chain && f->means == MEANS_BOTH)
        divide_rows(b, p->da, p->lda, f->chain->val + p->a);
}

/* Gradients of the weights, and of what they pooled.  The chain comes first,
 * because it adds to the gradient of b_out. */
static void pool_backward(const struct fused_args *f, const struct node *y,
                          struct fused_block *b, const struct fused_offsets *p)
{
    const struct attend *in = &f->in;
    const float *rows = b->keep[KEEP_ROWS];
    const float *cols = f->kind->normalises ? b->keep[KEEP_COLS] : rows;

    if (f->means == MEANS_BOTH)
        divide_rows(b, p->dv, p->ldv, y->grad + p->a_out);
    pool_rows_back(b, rows, p->dv, p->ldv, in->b->val + p->b,
                   y->grad + p->a_out, 0.0f, b->e,
                   in->b->grad ? in->b->grad + p->b : NULL);
    if (f->chain && f->means == MEANS_BOTH)
        divide_rows(b, p->da, p->lda, f->chain->grad + p->a);
    if (f->chain)
        pool_rows_back(b, rows, p->da, p->lda, f->b_out->val + p->b_out,
                       f->chain->grad + p->a, 1.0f, b->e,
                       f->b_out->grad + p->b_out);
    if (!b->both)
        return;

    float *db = f->b_out->grad + p->b_out;
    if (f->means)
        divide_cols(b, p->da, p->lda, db);
    gemm(b->products, 'n', 't', b->of.m, b->of.n, p->da, 1.0f,
         in->a->val + p->a, p->lda, db, p->lda,
         f->kind->normalises ? 0.0f : 1.0f,
         f->kind->normalises ? b->cols : b->e, b->of.n);
    if (in->a->grad)
        gemm(b->products, 'n', 'n', b->of.m, p->da, b->of.n, 1.0f, cols,
             b->of.n, db, p->lda, 1.0f, in->a->grad + p->a, p->lda);
}

/* pool_backward() for weights that are not kept: they are computed again, and
 * freed before more memory is needed. */
static void pool_again(const struct fused_args *f, const struct node *y,
                       struct fused_block *b, const struct fused_offsets *p)
{
    const struct arena_mark mark = arena_mark(b->scratch);

    b->keep[KEEP_ROWS] = arena_floats_raw(b->scratch, fused_block_len(b));
    f->kind->again(f->conf, b);
    pool_backward(f, y, b, p);
    b->keep[KEEP_ROWS] = NULL;
    arena_rewind(b->scratch, mark);
}

static void rows_backward(const struct fused_args *f, const struct node *y,
                          struct fused_block *b, const struct fused_offsets *p)
{
    b->e = arena_floats_raw(b->scratch, fused_block_len(b));
    if (f->kind->n_scale)
        b->n_l1 = b->keep[f->kind->n_at];
    if (f->kind->normalises && b->both)
        b->cols = arena_floats_raw(b->scratch, fused_block_len(b));
    (b->keep[KEEP_ROWS] ? pool_backward : pool_again)(f, y, b, p);
    f->kind->back(f->conf, b);
    affinities_backward(f, b, p);
}

void fused_block_forward(const struct fused_args *f, const struct node *y,
                         struct fused_block *b, const struct fused_offsets *p)
{
    fused_block_each_strip(rows_forward, f, y, b, p);
}

/* Distances come last, when a strip's other memory has been given back: their
 * sums over rows are not in blocks, and run over all strips. */
void fused_block_backward(const struct fused_args *f, const struct node *y,
                          struct fused_block *b, const struct fused_offsets *p)
{
    fused_block_each_strip(rows_backward, f, y, b, p);
    if (f->n_scale != 0.0f)
        distances_backward(f, y, b, p);
}
