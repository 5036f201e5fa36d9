/*
 * Softmax attention: rows of E are normalised for a_out, columns for b_out.
 *
 *     a_out_i = sum_j softmax_j(E_ij) b_j,  b_out_j = sum_i softmax_i(E_ij) a_i
 */
#include <math.h>
#include <string.h>

#include "engine/attention/fused.h"
#include "engine/kernel/vector.h"

struct softmax {
    int scale;
};

static const struct field fields[] = {
    FIELD_SCALE(struct softmax),
    FIELD_END,
};

static float e_scale(const void *conf, const struct attend *in)
{
    const struct softmax *c = conf;

    return attend_scale(in, c->scale);
}

static struct weights softmax_weigh(struct tape *t, const void *conf,
                                    const struct attend *in,
                                    const struct pairs *p, struct node *e)
{
    (void)conf;
    return weigh_lines(t, in, p, e, &line_softmax);
}

/* With dropout, the weights without it are needed, too: see back_rows(). */
enum { WHOLE_ROWS = KEEP_OWN, WHOLE_COLS };

static void rows(const struct fused_block *b, float *x)
{
    EACH_RUN (r, &b->of) {
        float *row = x + r.at;
        float top = r.n ? vector_max(r.n, row) : 0.0f;

        for (size_t j = 0; j < r.n; j++)
            row[j] -= top;
    }
    vector_exp(fused_block_len(b), x, x);
    fused_block_forbid(b, x);
    EACH_RUN (r, &b->of)
        vector_scale(r.n, 1.0f / vector_sum(r.n, x + r.at), x + r.at, x + r.at);
}

/* Sums over columns are computed row by row, which reads memory in order. */
static void cols(const struct fused_block *b, float *x)
{
    size_t n = (size_t)b->of.n;
    float *top = arena_floats_raw(b->scratch, n);
    float *sum = arena_floats(b->scratch, n);

    for (size_t j = 0; j < n; j++)
        top[j] = -INFINITY;
    EACH_RUN (r, &b->of) {
        const float *row = x + r.at;
        float *of = top + r.from;

        for (size_t j = 0; j < r.n; j++)
            of[j] = row[j] > of[j] ? row[j] : of[j];
    }
    EACH_RUN (r, &b->of) {
        float *row = x + r.at;
        const float *of = top + r.from;

        for (size_t j = 0; j < r.n; j++)
            row[j] -= of[j];
    }
    vector_exp(fused_block_len(b), x, x);
    fused_block_forbid(b, x);
    for (int i = 0; i < b->of.m; i++)
        vector_add(n, x + fused_block_row(b, i), sum);
    for (size_t j = 0; j < n; j++) /* a column may have no allowed pair */
        sum[j] = sum[j] == 0.0f ? 0.0f : 1.0f / sum[j];
    for (int i = 0; i < b->of.m; i++)
        vector_mul(n, x + fused_block_row(b, i), sum,
                   x + fused_block_row(b, i));
}

static void weigh(const void *conf, const struct fused_block *b)
{
    struct arena_mark mark = arena_mark(b->scratch);
    float *r = b->keep[KEEP_ROWS], *c = b->keep[KEEP_COLS];

    (void)conf;
    fused_block_forbid(b, r); /* values there must not overflow */
    if (b->both) {
        memcpy(c, r, fused_block_len(b) * sizeof(float));
        cols(b, c);
        fused_block_drop(b, b->drop_cols, c, b->keep[WHOLE_COLS]);
    }
    rows(b, r);
    fused_block_drop(b, b->drop, r, b->keep[WHOLE_ROWS]);
    arena_rewind(b->scratch, mark);
}

/*
 * With p the softmax, f the factors of dropout, w = p f the weights and g
 * their gradients:  dE_j = w_j g_j - p_j sum_k w_k g_k.
 */
static void back_rows(const struct fused_block *b, const float *w,
                      const float *p, float *g)
{
    size_t n = (size_t)b->of.n;

    vector_mul(fused_block_len(b), w, g, g);
    for (int i = 0; i < b->of.m; i++) {
        float *row = g + fused_block_row(b, i);
        vector_axpy(n, -vector_sum(n, row), p + fused_block_row(b, i), row);
    }
}

/* The same for columns, added to dE. */
static void back_cols(const struct fused_block *b, const float *w,
                      const float *p, float *g, float *de)
{
    size_t n = (size_t)b->of.n;
    float *sum = arena_floats(b->scratch, n);

    vector_mul(fused_block_len(b), w, g, g);
    for (int i = 0; i < b->of.m; i++)
        vector_add(n, g + fused_block_row(b, i), sum);
    for (int i = 0; i < b->of.m; i++) {
        const float *gi = g + fused_block_row(b, i),
                    *pi = p + fused_block_row(b, i);
        float *to = de + fused_block_row(b, i);
        for (size_t j = 0; j < n; j++)
            to[j] += gi[j] - pi[j] * sum[j];
    }
}

static void back(const void *conf, const struct fused_block *b)
{
    struct arena_mark mark = arena_mark(b->scratch);
    float *r = b->keep[KEEP_ROWS], *c = b->keep[KEEP_COLS];
    float *whole_r = b->keep[WHOLE_ROWS], *whole_c = b->keep[WHOLE_COLS];

    (void)conf;
    back_rows(b, r, whole_r ? whole_r : r, b->e);
    if (b->both)
        back_cols(b, c, whole_c ? whole_c : c, b->cols, b->e);
    arena_rewind(b->scratch, mark);
}

static const struct fused_kind fused = {
    .op = {.name = "attend_softmax", FUSED_BACKWARD},
    .e_scale = e_scale,
    .e_at = KEEP_ROWS,
    .normalises = true,
    .keep = {[KEEP_ROWS] = KEPT,
             [KEEP_COLS] = KEPT_IF_BOTH,
             [WHOLE_ROWS] = KEPT_IF_DROPPED,
             [WHOLE_COLS] = KEPT_IF_DROPPED | KEPT_IF_BOTH},
    .weigh = weigh,
    .back = back,
};

static struct attended softmax_fused(struct tape *t, const void *conf,
                                     const struct attend *in)
{
    return fused_attend(t, &fused, conf, in);
}

const struct attention_kind attention_softmax = {
    .is = {.name = "softmax",
           .summary = "weights that are positive and sum to 1",
           .source = "Vaswani et al. 2017; both ways as Parikh et al. 2016, "
                     "Eq. 2",
           .fields = fields,
           .size = sizeof(struct softmax)},
    .e_scale = e_scale,
    .weigh = softmax_weigh,
    .fused = softmax_fused,
};
