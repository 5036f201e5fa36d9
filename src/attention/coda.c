/*
 * Compositional de-attention (Tay et al. 2019), Eq. 1-7 and 10:
 *
 *     E = alpha F_E(a) F_E(b)^T,  N = -beta ||F_N(a) - F_N(b)||_1
 *     M = f_E(E) gate(N),  A' = M B,  B' = M^T A
 *
 * The rows and columns of M do not sum to 1, so the sums of Eq. 7 grow with how
 * much they sum.  `mean` takes the mean instead, of m rows and n columns:
 *
 *     columns   B' = M^T A / m
 *     both      B' = M^T A / m,  A' = M B / n
 *
 * so that a reader's second view, M (M^T A), grows with n alone or not at all.
 * Where pairs are forbidden m and n count the allowed ones.
 *
 * The means that are taken off N (Eq. 4) and E (Eq. 6) are over all pairs of a
 * segment and head; in a decoder over those of each row.
 */
#include <math.h>

#include "attention/fused.h"
#include "kernel/vector.h"

/* What is trained: the two scales. */
enum { ALPHA, BETA };
static const char *const reach_names[] = {"none", "layer", "site", "head",
                                          NULL}; /* of enum reach */

enum { GATE_PLAIN, GATE_SCALED, GATE_CENTERED };
static const char *const gate_names[] = {"plain", "scaled", "centered", NULL};

/* In the order of enum attend_means. */
static const char *const mean_names[] = {"none", "columns", "both", NULL};

enum { TANH, SIGMOID, ARCTAN, ALGEBRAIC };
static const char *const e_names[] = {"tanh", "sigmoid", NULL};
static const char *const n_names[] = {"sigmoid", "tanh", "arctan", "algebraic",
                                      NULL};
/* The functions in the order of their names above. */
static const int e_functions[] = {TANH, SIGMOID};
static const int n_functions[] = {SIGMOID, TANH, ARCTAN, ALGEBRAIC};

struct coda {
    double alpha, beta;
    int gate, f_e, f_n, scale, mean, learned;
    bool center_e, share;
};

static const struct field fields[] = {
    FIELD_REAL(struct coda, alpha, 1.0, 0.0, 1e6, "scale of E (Eq. 1)"),
    FIELD_REAL(
        struct coda, beta, 1.0, 0.0, 1e6,
        "scale of N (Eq. 2); at 1 the gate is shut between vectors as wide "
        "as readers' (200): start from 1 / sqrt(width) or 1 / width"),
    FIELD_CHOICE(struct coda, gate, GATE_SCALED, gate_names,
                 "f_n(N) as it is (Eq. 3), of N less its mean (Eq. 4), or "
                 "scaled by 2 (Eq. 5)"),
    FIELD_CHOICE(struct coda, f_e, 0, e_names, "function of E (table 9)"),
    FIELD_CHOICE(struct coda, f_n, 0, n_names, "function of N (table 9)"),
    FIELD_BOOL(struct coda, center_e, false, "take its mean off E (Eq. 6)"),
    FIELD_CHOICE(struct coda, learned, REACH_NONE, reach_names,
                 "train alpha and beta, which are their first values then: one "
                 "of each a layer, an attention or a head"),
    FIELD_BOOL(struct coda, share, true,
               "F_N is F_E, else has its own weights"),
    FIELD_SCALE(struct coda),
    FIELD_CHOICE(struct coda, mean, MEANS_NONE, mean_names,
                 "what is a mean rather than a sum (Eq. 7): nothing, M^T A, "
                 "or M B as well"),
    FIELD_END,
};

static bool own_features(const void *conf)
{
    const struct coda *c = conf;

    return !c->share;
}

static struct own_numbers own_numbers(const void *conf)
{
    const struct coda *c = conf;

    return (struct own_numbers){
        (enum reach)c->learned,
        {[ALPHA] = {"alpha", c->alpha}, [BETA] = {"beta", c->beta}}};
}

/* x times a number of each head, or of all. */
static struct node *times(struct tape *t, struct node *x, struct node *number)
{
    return x ? tape_mul_row(t, x, tape_repeat(t, number, x->cols)) : NULL;
}

/*
 * alpha (q k + biases) = (alpha q) k + alpha biases, and
 * |beta| |q - k| = |beta q - beta k|: a beta that is trained below 0 acts as
 * one above.
 */
static struct attend prepare(struct tape *t, const void *conf,
                             const struct attend *in)
{
    struct attend out = *in;

    (void)conf;
    if (!in->own[ALPHA])
        return out;
    out.qn = times(t, in->qn ? in->qn : in->q, in->own[BETA]);
    out.kn = times(t, in->kn ? in->kn : in->k, in->own[BETA]);
    out.q = times(t, in->q, in->own[ALPHA]);
    out.q_bias = times(t, in->q_bias, in->own[ALPHA]);
    out.k_bias = times(t, in->k_bias, in->own[ALPHA]);
    return out;
}

static float e_scale(const void *conf, const struct attend *in)
{
    const struct coda *c = conf;
    const float alpha = in->own[ALPHA] ? 1.0f : (float)c->alpha;

    return alpha * attend_scale(in, c->scale);
}

static float n_scale(const void *conf, const struct attend *in)
{
    const struct coda *c = conf;

    const float beta = in->own[BETA] ? 1.0f : (float)c->beta;

    return -beta * attend_scale(in, c->scale);
}

static enum attend_means means(const void *conf)
{
    const struct coda *c = conf;

    return (enum attend_means)c->mean;
}

static struct node *center(struct tape *t, const struct attend *in,
                           const struct pairs *p, struct node *x)
{
    return in->by_rows ? tape_pair_line(t, p, x, PAIR_ROWS, &line_center)
                       : tape_pair_center(t, p, x);
}

typedef struct node *node_function(struct tape *t, struct node *x);

static struct weights coda_weigh(struct tape *t, const void *conf,
                                 const struct attend *in, const struct pairs *p,
                                 struct node *e)
{
    static node_function *const apply[] = {[TANH] = tape_tanh,
                                           [SIGMOID] = tape_sigmoid,
                                           [ARCTAN] = tape_atan,
                                           [ALGEBRAIC] = tape_algebraic};
    const struct coda *c = conf;
    struct node *qn = in->qn ? in->qn : in->q, *kn = in->kn ? in->kn : in->k;
    struct node *n = tape_pair_l1(t, p, qn, kn, n_scale(c, in));

    if (c->center_e)
        e = center(t, in, p, e);
    if (c->gate == GATE_CENTERED)
        n = center(t, in, p, n);
    struct node *f = apply[e_functions[c->f_e]](t, e);
    struct node *gate = apply[n_functions[c->f_n]](t, n);

    if (c->gate == GATE_SCALED)
        gate = tape_affine(t, gate, 2.0f, 0.0f);
    struct node *m = tape_mul(t, f, gate);

    if (p->causal)
        m = tape_pair_mask(t, p, m);
    return (struct weights){
        .rows = m, .cols = m, .means = means(c), .e = f, .gate = gate};
}

/* As many pairs as are worked on at once: they stay in the nearest cache. */
#define RUN 1024

/* f = function(x) and d = its derivative, n <= RUN; d NULL: not wanted. */
typedef void function(size_t n, const float *x, float *f, float *d);

static void tanh_run(size_t n, const float *x, float *f, float *d)
{
    vector_tanh(n, x, f);
    if (d)
        vector_tanh_slope(n, f, d);
}

static void sigmoid_run(size_t n, const float *x, float *f, float *d)
{
    vector_sigmoid(n, x, f);
    if (d)
        vector_sigmoid_slope(n, f, d);
}

static void arctan_run(size_t n, const float *x, float *f, float *d)
{
    vector_atan(n, x, f);
    for (size_t i = 0; d && i < n; i++)
        d[i] = 1.0f / (1.0f + x[i] * x[i]);
}

static void algebraic_run(size_t n, const float *x, float *f, float *d)
{
    for (size_t i = 0; i < n; i++) {
        float r = 1.0f / sqrtf(1.0f + x[i] * x[i]);
        f[i] = x[i] * r;
        if (d)
            d[i] = r * r * r;
    }
}

static function *const functions[] = {[TANH] = tanh_run,
                                      [SIGMOID] = sigmoid_run,
                                      [ARCTAN] = arctan_run,
                                      [ALGEBRAIC] = algebraic_run};

/*
 * What is kept: M with dropout in it, and the factors that make dE and dN of
 * its gradient, f_E'(E) gate(N) and f_E(E) gate'(N).  E and N are computed
 * where these go.
 */
enum { OF_E = KEEP_OWN, OF_N };

static void weigh_run(const struct coda *c, const struct block *b, size_t at,
                      size_t n)
{
    float f[RUN], df[RUN], g[RUN], dg[RUN];
    float two = c->gate == GATE_SCALED ? 2.0f : 1.0f;
    float *m = b->keep[KEEP_ROWS] + at, *e = b->e + at, *v = b->n_l1 + at;

    functions[e_functions[c->f_e]](n, e, f, b->records ? df : NULL);
    functions[n_functions[c->f_n]](n, v, g, b->records ? dg : NULL);
    vector_scaled_mul(n, two, f, g, m);
    if (b->records) {
        vector_scaled_mul(n, two, df, g, e);
        vector_scaled_mul(n, two, f, dg, v);
    }
    if (!b->drop)
        return;
    vector_mul(n, m, b->drop + at, m);
    vector_mul(n, e, b->drop + at, e);
    vector_mul(n, v, b->drop + at, v);
}

static void weigh(const void *conf, const struct block *b)
{
    const struct coda *c = conf;

    if (c->center_e)
        block_center(b, b->e);
    if (c->gate == GATE_CENTERED)
        block_center(b, b->n_l1);
    for (size_t at = 0, len = block_len(b); at < len; at += RUN)
        weigh_run(c, b, at, len - at < RUN ? len - at : RUN);
    block_forbid(b, b->keep[KEEP_ROWS]);
    block_forbid(b, b->keep[OF_E]);
    block_forbid(b, b->keep[OF_N]);
}

static void back(const void *conf, const struct block *b)
{
    const struct coda *c = conf;

    vector_mul(block_len(b), b->e, b->keep[OF_N], b->n_l1);
    vector_mul(block_len(b), b->e, b->keep[OF_E], b->e);
    if (c->center_e)
        block_center(b, b->e);
    if (c->gate == GATE_CENTERED)
        block_center(b, b->n_l1);
}

static const struct fused_kind fused = {
    .op = {.name = "attend_coda", FUSED_BACKWARD},
    .e_scale = e_scale,
    .n_scale = n_scale,
    .means = means,
    .e_at = OF_E,
    .n_at = OF_N,
    .keep = {[KEEP_ROWS] = KEPT, [OF_E] = KEPT, [OF_N] = KEPT},
    .weigh = weigh,
    .back = back,
};

static struct attended coda_fused(struct tape *t, const void *conf,
                                  const struct attend *in)
{
    return fused_attend(t, &fused, conf, in);
}

const struct attention_kind attention_coda = {
    .is = {.name = "coda",
           .summary = "compositional de-attention: f_e(E) times a gate of N",
           .source = "Tay et al., NeurIPS 2019",
           .fields = fields,
           .size = sizeof(struct coda)},
    .own_features = own_features,
    .own_numbers = own_numbers,
    .prepare = prepare,
    .e_scale = e_scale,
    .weigh = coda_weigh,
    .fused = coda_fused,
};
