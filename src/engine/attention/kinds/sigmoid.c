/*
 * Sigmoid attention (Ramapuram et al. 2024): every weight is computed
 * separately, and nothing makes them sum to 1.
 *
 *     a_out_i = sum_j sigmoid(E_ij - log n) b_j
 *     b_out_j = sum_i sigmoid(E_ij - log m) a_i
 *
 * Subtracting the logarithm of the number of terms keeps the sums near those of
 * a mean while affinities are small. n is the number of allowed pairs of row i,
 * and m that of column j, so the two sides are treated alike, as by softmax.
 * In a decoder n is the row's own, where the paper uses the length of the whole
 * sequence.
 */
#include <string.h>

#include "base/numbers/math_functions.h"
#include "engine/attention/fused.h"
#include "engine/kernel/vector.h"

enum { BIAS_LENGTH, BIAS_NONE };
static const char *const bias_names[] = {"length", "none", NULL};

struct sigmoid {
    int bias, scale;
};

static const struct field fields[] = {
    FIELD_CHOICE(struct sigmoid, bias, BIAS_LENGTH, bias_names,
                 "what is added to affinities: minus the logarithm of how many "
                 "pairs the row (the column, of M^T A) is allowed, or nothing"),
    FIELD_SCALE(struct sigmoid),
    FIELD_END,
};

static float e_scale(const void *conf, const struct attend *in)
{
    const struct sigmoid *c = conf;

    return attend_scale(in, c->scale);
}

static void plain_forward(size_t n, const float *x, float *y,
                          struct arena *scratch)
{
    (void)scratch;
    vector_sigmoid(n, x, y);
}

static float bias_of(size_t n)
{
    return n ? (float)-natural_log((double)n) : 0.0f;
}

static void length_forward(size_t n, const float *x, float *y,
                           struct arena *scratch)
{
    const float bias = bias_of(n);

    (void)scratch;
    for (size_t j = 0; j < n; j++)
        y[j] = x[j] + bias;
    vector_sigmoid(n, y, y);
}

/* dx_j = y_j (1 - y_j) dy_j */
static void line_backward(size_t n, const float *x, const float *y,
                          const float *dy, float *dx)
{
    (void)x;
    for (size_t j = 0; j < n; j++)
        dx[j] += dy[j] * y[j] * (1.0f - y[j]);
}

static const struct line_function lines[] = {
    [BIAS_LENGTH] = {length_forward, line_backward},
    [BIAS_NONE] = {plain_forward, line_backward},
};

static struct weights sigmoid_weigh(struct tape *t, const void *conf,
                                    const struct attend *in,
                                    const struct pairs *p, struct node *e)
{
    const struct sigmoid *c = conf;

    return weigh_lines(t, in, p, e, &lines[c->bias]);
}

/* With dropout, the weights without it are needed, too. */
enum { WHOLE_ROWS = KEEP_OWN, WHOLE_COLS };

static void bias_rows(const struct fused_block *b, float *x)
{
    EACH_RUN (r, &b->of) {
        const float bias = bias_of(r.n);
        float *row = x + fused_block_row(b, r.row);

        for (int j = 0; j < b->of.n; j++)
            row[j] += bias;
    }
}

static void bias_cols(const struct fused_block *b, float *x)
{
    float *bias = arena_floats_raw(b->scratch, (size_t)b->of.n);

    for (int j = 0; j < b->of.n; j++) {
        const struct pair_span rows = pair_mask_column(b->of.mask, b->of.m, j);

        bias[j] = bias_of((size_t)(rows.to - rows.from));
    }
    for (int i = 0; i < b->of.m; i++)
        vector_add((size_t)b->of.n, bias, x + fused_block_row(b, i));
}

static void weights(const struct fused_block *b, const float *factor, float *x,
                    float *whole)
{
    vector_sigmoid(fused_block_len(b), x, x);
    fused_block_forbid(b, x);
    fused_block_drop(b, factor, x, whole);
}

static void weigh(const void *conf, const struct fused_block *b)
{
    const bool biased = ((const struct sigmoid *)conf)->bias == BIAS_LENGTH;
    struct arena_mark mark = arena_mark(b->scratch);
    float *r = b->keep[KEEP_ROWS], *c = b->keep[KEEP_COLS];

    if (b->both) {
        memcpy(c, r, fused_block_len(b) * sizeof(float));
        if (biased)
            bias_cols(b, c);
        weights(b, b->drop_cols, c, b->keep[WHOLE_COLS]);
    }
    if (biased)
        bias_rows(b, r);
    weights(b, b->drop, r, b->keep[WHOLE_ROWS]);
    arena_rewind(b->scratch, mark);
}

/* With s the sigmoid, f the factors of dropout, w = s f the weights and g their
 * gradients:  dE = g w (1 - s). */
static void back(const void *conf, const struct fused_block *b)
{
    const float *r = b->keep[KEEP_ROWS], *c = b->keep[KEEP_COLS];
    const float *whole_r = b->keep[WHOLE_ROWS], *whole_c = b->keep[WHOLE_COLS];
    const size_t n = fused_block_len(b);

    (void)conf;
    vector_mul(n, b->e, r, b->e);
    vector_mul_rest(n, b->e, whole_r ? whole_r : r, b->e);
    if (!b->both)
        return;
    vector_mul(n, b->cols, c, b->cols);
    vector_muladd_rest(n, b->cols, whole_c ? whole_c : c, b->e);
}

static const struct fused_kind fused = {
    .op = {.name = "attend_sigmoid", FUSED_BACKWARD},
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

static struct attended sigmoid_fused(struct tape *t, const void *conf,
                                     const struct attend *in)
{
    return fused_attend(t, &fused, conf, in);
}

const struct attention_kind attention_sigmoid = {
    .is = {.name = "sigmoid",
           .summary = "a sigmoid of each affinity, less the logarithm of how "
                      "many there are",
           .source = "Ramapuram et al. 2024",
           .fields = fields,
           .size = sizeof(struct sigmoid)},
    .e_scale = e_scale,
    .weigh = sigmoid_weigh,
    .fused = sigmoid_fused,
};
