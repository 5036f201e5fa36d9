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
 * Ours: `gate_at_start` chooses beta.  Before the first step, over the first
 * batch without dropout, each attention in turn gets the beta at which the mean
 * of its gate over all allowed pairs is that number; with `learned: layer` the
 * layer's first attention chooses for all.  It is a parameter, NAME.beta, that
 * nothing trains unless `learned` says so.  Equal vectors are at no distance,
 * and no beta shuts the gate between them: where many pairs are of equal words
 * the mean may not come down to a small number, and the trial fails.
 *
 * The means that are taken off N (Eq. 4) and E (Eq. 6) are over all pairs of a
 * segment and head; in a decoder over those of each row.
 */
#include <math.h>

#include "attention/elementwise.h"
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

static const char *const e_names[] = {"tanh", "sigmoid", NULL};
static const char *const n_names[] = {"sigmoid", "tanh", "arctan", "algebraic",
                                      NULL};
/* The functions in the order of their names above. */
static const int e_functions[] = {TANH, SIGMOID};
static const int n_functions[] = {SIGMOID, TANH, ARCTAN, ALGEBRAIC};

struct coda {
    double alpha, beta, gate_at_start;
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
    FIELD_REAL(struct coda, gate_at_start, 0.0, 0.0, 1.0,
               "ours: each attention has a beta of its own, chosen so that the "
               "mean of gate plain (below 0.5) or scaled over the first batch "
               "is this before the first step; with learned, the first value; "
               "0: beta is as given"),
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
    const bool learned = c->learned != REACH_NONE;
    const bool chosen = c->gate_at_start > 0.0;

    return (struct own_numbers){!learned && chosen ? REACH_SITE
                                                   : (enum reach)c->learned,
                                {[ALPHA] = {learned ? "alpha" : NULL, c->alpha},
                                 [BETA] = {"beta", c->beta, !learned, chosen}}};
}

static int check(const void *conf, struct error *e)
{
    const struct coda *c = conf;
    const double most = c->gate == GATE_SCALED ? 1.0 : 0.5;

    if (c->gate_at_start == 0.0)
        return 0;
    if (c->gate == GATE_CENTERED || n_functions[c->f_n] != SIGMOID)
        return error_set(e,
                         "gate_at_start: found gate %s of f_n %s, expected "
                         "plain or scaled of sigmoid",
                         gate_names[c->gate], n_names[c->f_n]);
    if (c->gate_at_start >= most)
        return error_set(e,
                         "gate_at_start: found %g, expected less than %g, "
                         "which gate %s is between equal vectors",
                         c->gate_at_start, most, gate_names[c->gate]);
    return 0;
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
    if (in->own[BETA]) {
        out.qn = times(t, in->qn ? in->qn : in->q, in->own[BETA]);
        out.kn = times(t, in->kn ? in->kn : in->k, in->own[BETA]);
    }
    if (!in->own[ALPHA])
        return out;
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

/* Distances as N has them but for beta. */
static struct node *measure(struct tape *t, const void *conf,
                            const struct attend *in, const struct pairs *p)
{
    const struct coda *c = conf;
    struct node *qn = in->qn ? in->qn : in->q, *kn = in->kn ? in->kn : in->k;

    return tape_pair_l1(t, p, qn, kn, attend_scale(in, c->scale));
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

/* The mean gate at distances d [n], times beta. */
static double mean_gate(const struct coda *c, size_t n, const float *d,
                        double beta)
{
    const double two = c->gate == GATE_SCALED ? 2.0 : 1.0;
    float x[ELEMENTS], gate[ELEMENTS];
    double sum = 0.0;

    for (size_t at = 0, len; at < n; at += len) {
        len = n - at < ELEMENTS ? n - at : ELEMENTS;
        vector_scale(len, -(float)beta, d + at, x);
        elementwise[n_functions[c->f_n]](len, x, gate, NULL);
        for (size_t i = 0; i < len; i++)
            sum += gate[i];
    }
    return two * sum / (double)n;
}

#define MOST_BETA 1e6
#define HALVINGS 40

/* The gate falls as beta rises, from where check() has gate_at_start below it:
 * bisection. */
static double choose(const void *conf, size_t n, const float *d)
{
    const struct coda *c = conf;
    double low = 0.0, high = 1.0;

    while (mean_gate(c, n, d, high) > c->gate_at_start) {
        low = high;
        high *= 2.0;
        if (high > MOST_BETA)
            return NAN;
    }
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);

        if (mean_gate(c, n, d, middle) > c->gate_at_start)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/*
 * What is kept: M with dropout in it, and the factors that make dE and dN of
 * its gradient, f_E'(E) gate(N) and f_E(E) gate'(N).  E and N are computed
 * where these go.
 */
enum { OF_E = KEEP_OWN, OF_N };

static void weigh_run(const struct coda *c, const struct block *b, size_t at,
                      size_t n)
{
    float f[ELEMENTS], df[ELEMENTS], g[ELEMENTS], dg[ELEMENTS];
    float two = c->gate == GATE_SCALED ? 2.0f : 1.0f;
    float *m = b->keep[KEEP_ROWS] + at, *e = b->e + at, *v = b->n_l1 + at;

    elementwise[e_functions[c->f_e]](n, e, f, b->records ? df : NULL);
    elementwise[n_functions[c->f_n]](n, v, g, b->records ? dg : NULL);
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
    for (size_t at = 0, len = block_len(b); at < len; at += ELEMENTS)
        weigh_run(c, b, at, len - at < ELEMENTS ? len - at : ELEMENTS);
    block_forbid(b, b->keep[KEEP_ROWS]);
    block_forbid(b, b->keep[OF_E]);
    block_forbid(b, b->keep[OF_N]);
}

static void back(const void *conf, const struct block *b)
{
    const struct coda *c = conf;

    for (size_t at = 0, n; at < block_len(b); at += n) {
        n = block_len(b) - at < ELEMENTS ? block_len(b) - at : ELEMENTS;
        vector_mul(n, b->e + at, b->keep[OF_N] + at, b->n_l1 + at);
        vector_mul(n, b->e + at, b->keep[OF_E] + at, b->e + at);
    }
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
           .size = sizeof(struct coda),
           .check = check},
    .own_features = own_features,
    .own_numbers = own_numbers,
    .measure = measure,
    .choose = choose,
    .prepare = prepare,
    .e_scale = e_scale,
    .weigh = coda_weigh,
    .fused = coda_fused,
};
