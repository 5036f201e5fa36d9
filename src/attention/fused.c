#include "attention/fused.h"

#include <string.h>

#include "kernel/gemm.h"
#include "kernel/l1.h"
#include "kernel/team.h"
#include "kernel/vector.h"

/* What the way back needs; lives on the arena. */
struct fused_args {
    const struct fused_kind *kind;
    const void *conf;
    struct attend in;
    struct pairs pairs;
    struct node *b_out; /* NULL without in.a */
    float e_scale, n_scale;
    bool drops;    /* dropout is on */
    uint32_t site; /* of the rows' dropout; that of the columns comes next */
};

/* An attention on its way, either way: segments are apart from one another. */
struct journey {
    const struct tape *t;
    const struct fused_args *f;
    const struct node *y;
};

/* The places of a block's features in the packed matrices. */
struct place {
    size_t q, k, b, a;   /* first element */
    size_t a_out, b_out; /* first element of what is returned */
    int dk, dv, da;      /* widths of a head */
    int ldk, ldv, lda;   /* row lengths; a_out is like b, b_out like a */
};

void block_forbid(const struct block *b, float *x)
{
    for (int i = 0; b->causal && i < b->m && i + 1 < b->n; i++)
        memset(x + block_row(b, i) + i + 1, 0,
               sizeof(float) * (size_t)(b->n - i - 1));
}

void block_center(const struct block *b, float *x)
{
    double sum = 0.0, count = 0.0;

    for (int i = 0; i < b->m; i++) {
        sum += vector_sum((size_t)block_allowed(b, i), x + block_row(b, i));
        count += block_allowed(b, i);
    }
    float mean = count > 0.0 ? (float)(sum / count) : 0.0f;
    for (int i = 0; i < b->m; i++) {
        float *row = x + block_row(b, i);
        for (int j = 0; j < block_allowed(b, i); j++)
            row[j] -= mean;
    }
}

static struct place place(const struct fused_args *f, int s, int h)
{
    const struct attend *in = &f->in;
    size_t row = (size_t)in->rows.at[s], col = (size_t)in->cols.at[s];
    struct place p = {
        .ldk = in->q->cols, .ldv = in->b->cols, .lda = in->a ? in->a->cols : 0};

    p.dk = p.ldk / in->heads;
    p.dv = p.ldv / in->heads;
    p.da = p.lda / in->heads;
    p.q = row * (size_t)p.ldk + (size_t)(h * p.dk);
    p.k = col * (size_t)p.ldk + (size_t)(h * p.dk);
    p.b = col * (size_t)p.ldv + (size_t)(h * p.dv);
    p.a = row * (size_t)p.lda + (size_t)(h * p.da);
    p.a_out = row * (size_t)p.ldv + (size_t)(h * p.dv);
    p.b_out = col * (size_t)p.lda + (size_t)(h * p.da);
    return p;
}

/* Is a matrix with these flags needed? */
static bool kept(const struct fused_args *f, unsigned char keep)
{
    return keep && (f->in.a || !(keep & KEPT_IF_BOTH)) &&
           (f->drops || !(keep & KEPT_IF_DROPPED));
}

/* What it keeps is on the arena when the way back needs it. */
static struct block block(const struct fused_args *f, const struct node *y,
                          int s, int h, struct arena *scratch)
{
    struct block b = {.m = segment_len(&f->in.rows, s),
                      .n = segment_len(&f->in.cols, s),
                      .causal = f->in.causal,
                      .both = f->in.a != NULL,
                      .records = node_records(y),
                      .scratch = scratch};
    const size_t at = f->pairs.at[s * f->in.heads + h];

    for (int k = 0; k < KEEP_MOST; k++)
        if (kept(f, f->kind->keep[k]))
            b.keep[k] = b.records ? y->saved[k] + at
                                  : arena_floats_raw(scratch, block_len(&b));
    return b;
}

static void make_room(struct tape *t, const struct fused_args *f,
                      struct node *y)
{
    const size_t len = f->pairs.at[f->in.rows.n * f->in.heads];

    for (int k = 0; node_records(y) && k < KEEP_MOST; k++)
        if (kept(f, f->kind->keep[k]))
            y->saved[k] = arena_floats_raw(t->arena, len);
}

/* The factors of segment s, all heads; addressed as tape_pair_dropout() does.
 */
static float *dropout_factors(const struct tape *t, const struct attend *in,
                              uint32_t site, int s, struct arena *scratch)
{
    size_t n = (size_t)segment_len(&in->rows, s) *
               (size_t)segment_len(&in->cols, s) * (size_t)in->heads;
    float *out = arena_floats_raw(scratch, n);
    struct address at = {t->step, (uint32_t)in->example[s], site};

    random_dropout(t->dropout, at, in->dropout, n, out);
    return out;
}

static void affinities(const struct fused_args *f, const struct block *b,
                       const struct place *p)
{
    const struct attend *in = &f->in;
    const struct node *qn = in->qn ? in->qn : in->q;
    const struct node *kn = in->kn ? in->kn : in->k;

    gemm('n', 't', b->m, b->n, p->dk, f->e_scale, in->q->val + p->q, p->ldk,
         in->k->val + p->k, p->ldk, 0.0f, b->e, b->n);
    if (f->kind->n_scale)
        l1_pairs(b->m, b->n, p->dk, f->n_scale, qn->val + p->q, p->ldk,
                 kn->val + p->k, p->ldk, b->n_l1, b->n, b->causal, b->scratch);
}

static void block_forward(const struct fused_args *f, const struct node *y,
                          struct block *b, const struct place *p)
{
    const float *rows = b->keep[KEEP_ROWS];
    const float *cols = f->kind->normalises ? b->keep[KEEP_COLS] : rows;

    b->e = b->keep[f->kind->e_at];
    b->n_l1 = b->keep[f->kind->n_at];
    affinities(f, b, p);
    f->kind->weigh(f->conf, b);
    gemm('n', 'n', b->m, p->dv, b->n, 1.0f, rows, b->n, f->in.b->val + p->b,
         p->ldv, 0.0f, y->val + p->a_out, p->ldv);
    if (b->both)
        gemm('t', 'n', b->n, p->da, b->m, 1.0f, cols, b->n, f->in.a->val + p->a,
             p->lda, 0.0f, f->b_out->val + p->b_out, p->lda);
}

static void segment_forward(const struct journey *j, int s,
                            struct arena *scratch)
{
    const struct fused_args *f = j->f;
    const float *drop = NULL, *drop_cols = NULL;

    if (f->drops)
        drop = dropout_factors(j->t, &f->in, f->site, s, scratch);
    if (f->drops && f->kind->normalises && f->in.a)
        drop_cols = dropout_factors(j->t, &f->in, f->site + 1, s, scratch);
    for (int h = 0; h < f->in.heads; h++) {
        struct arena_mark mark = arena_mark(scratch);
        struct block b = block(f, j->y, s, h, scratch);
        struct place p = place(f, s, h);
        const size_t at = block_len(&b) * (size_t)h;

        b.drop = drop ? drop + at : NULL;
        b.drop_cols = drop_cols ? drop_cols + at : NULL;
        block_forward(f, j->y, &b, &p);
        arena_rewind(scratch, mark);
    }
}

static void segments_forward(const void *of, size_t from, size_t to,
                             struct arena *scratch)
{
    for (int s = (int)from; s < (int)to; s++) {
        struct arena_mark mark = arena_mark(scratch);

        segment_forward(of, s, scratch);
        arena_rewind(scratch, mark);
    }
}

/* Nanoseconds of a pair forward: two products, and what the kind does to it. */
static double pair_cost(const struct fused_args *f)
{
    const double width = f->in.q->cols + f->in.b->cols;

    return (width / (f->kind->n_scale ? 8 : 24)) + 4 * f->in.heads;
}

static void each_segment(struct tape *t, const struct journey *j, double cost,
                         team_piece *piece)
{
    const struct fused_args *f = j->f;
    const int n = f->in.rows.n;
    const double pairs = (double)f->pairs.at[n * f->in.heads] / f->in.heads;

    team_run(&(struct team_work){.n = (size_t)n,
                                 .total = cost * pairs,
                                 .piece = piece,
                                 .of = j,
                                 .scratch = t->arena});
}

/* Gradients of the weights, and of what they pooled. */
static void pool_backward(const struct fused_args *f, const struct node *y,
                          const struct block *b, const struct place *p)
{
    const struct attend *in = &f->in;
    const float *da = y->grad + p->a_out, *rows = b->keep[KEEP_ROWS];
    const float *cols = f->kind->normalises ? b->keep[KEEP_COLS] : rows;

    gemm('n', 't', b->m, b->n, p->dv, 1.0f, da, p->ldv, in->b->val + p->b,
         p->ldv, 0.0f, b->e, b->n);
    if (in->b->grad)
        gemm('t', 'n', b->n, p->dv, b->m, 1.0f, rows, b->n, da, p->ldv, 1.0f,
             in->b->grad + p->b, p->ldv);
    if (!b->both)
        return;

    const float *db = f->b_out->grad + p->b_out;
    gemm('n', 't', b->m, b->n, p->da, 1.0f, in->a->val + p->a, p->lda, db,
         p->lda, f->kind->normalises ? 0.0f : 1.0f,
         f->kind->normalises ? b->cols : b->e, b->n);
    if (in->a->grad)
        gemm('n', 'n', b->m, p->da, b->n, 1.0f, cols, b->n, db, p->lda, 1.0f,
             in->a->grad + p->a, p->lda);
}

static void affinities_backward(const struct fused_args *f,
                                const struct block *b, const struct place *p)
{
    struct node *q = f->in.q, *k = f->in.k;
    struct node *qn = f->in.qn ? f->in.qn : q, *kn = f->in.kn ? f->in.kn : k;

    if (q->grad)
        gemm('n', 'n', b->m, p->dk, b->n, f->e_scale, b->e, b->n, k->val + p->k,
             p->ldk, 1.0f, q->grad + p->q, p->ldk);
    if (k->grad)
        gemm('t', 'n', b->n, p->dk, b->m, f->e_scale, b->e, b->n, q->val + p->q,
             p->ldk, 1.0f, k->grad + p->k, p->ldk);
    if (f->kind->n_scale)
        l1_pairs_backward(b->m, b->n, p->dk, f->n_scale, qn->val + p->q, p->ldk,
                          kn->val + p->k, p->ldk, b->n_l1, b->n,
                          qn->grad ? qn->grad + p->q : NULL, p->ldk,
                          kn->grad ? kn->grad + p->k : NULL, p->ldk, b->causal,
                          b->scratch);
}

static void block_backward(const struct journey *j, int s, int h,
                           struct arena *scratch)
{
    const struct fused_args *f = j->f;
    struct block b = block(f, j->y, s, h, scratch);
    struct place p = place(f, s, h);

    b.e = arena_floats_raw(scratch, block_len(&b));
    if (f->kind->n_scale)
        b.n_l1 = arena_floats_raw(scratch, block_len(&b));
    if (f->kind->normalises && b.both)
        b.cols = arena_floats_raw(scratch, block_len(&b));
    pool_backward(f, j->y, &b, &p);
    f->kind->back(f->conf, &b);
    affinities_backward(f, &b, &p);
}

static void segments_backward(const void *of, size_t from, size_t to,
                              struct arena *scratch)
{
    const struct journey *j = of;

    for (int s = (int)from; s < (int)to; s++)
        for (int h = 0; h < j->f->in.heads; h++) {
            struct arena_mark mark = arena_mark(scratch);

            block_backward(j, s, h, scratch);
            arena_rewind(scratch, mark);
        }
}

void fused_backward(struct tape *t, const struct node *y)
{
    const struct journey j = {t, y->args, y};

    each_segment(t, &j, 2 * pair_cost(j.f), segments_backward);
}

/* Pairs of the largest segment, all heads. */
static size_t most_pairs(const struct fused_args *f)
{
    const int heads = f->in.heads;
    size_t most = 0;

    for (int s = 0; s < f->in.rows.n; s++) {
        const size_t n = f->pairs.at[(s + 1) * heads] - f->pairs.at[s * heads];

        most = n > most ? n : most;
    }
    return most;
}

/* E, N, and the columns' gradient of a block, and one for the kind. */
size_t fused_scratch(const struct node *y)
{
    const struct fused_args *f = y->args;

    return 4 * most_pairs(f) / (size_t)f->in.heads;
}

/* Dropout's factors of a segment, and what is not kept of a block. */
static void forward_dry(struct tape *t, const struct fused_args *f,
                        const struct node *y)
{
    const struct arena_mark m = arena_mark(t->arena);
    const size_t pairs = most_pairs(f);

    arena_floats_raw(
        t->arena,
        (f->drops ? 2 * pairs : 0) +
            (node_records(y) ? 0 : KEEP_MOST * pairs / (size_t)f->in.heads));
    arena_rewind(t->arena, m);
}

/*
 * A node has one value, so b_out is a node of its own behind that of a_out.
 * Going back, its turn comes first, when its gradient is complete; the op of
 * a_out then uses both.
 */
static const struct op second = {.name = "attend_b"};

struct attended fused_attend(struct tape *t, const struct fused_kind *kind,
                             const void *conf, const struct attend *in)
{
    struct fused_args *f = arena_alloc(t->arena, sizeof(*f));
    struct node *inputs[] = {in->q, in->k, in->qn, in->kn, in->b, in->a};
    struct node *y =
        tape_node(t, &kind->op, in->q->rows, in->b->cols, inputs, NODE_INPUTS);

    *f = (struct fused_args){.kind = kind,
                             .conf = conf,
                             .in = *in,
                             .e_scale = kind->e_scale(conf, in),
                             .n_scale =
                                 kind->n_scale ? kind->n_scale(conf, in) : 0,
                             .drops = in->dropout > 0.0f && t->training,
                             .site = t->site};
    if (in->dropout > 0.0f)
        t->site += kind->normalises && in->a ? 2 : 1;
    pairs_init(&f->pairs, t->arena, in->rows, in->cols, in->heads, in->causal);
    if (in->a)
        f->b_out = tape_node(t, &second, in->k->rows, in->a->cols, &y, 1);
    y->args = f;
    make_room(t, f, y);
    if (t->dry)
        forward_dry(t, f, y);
    else
        each_segment(t, &(struct journey){t, f, y}, pair_cost(f),
                     segments_forward);
    return (struct attended){y, f->b_out};
}
