/*
 * Compositional de-attention (Tay et al. 2019), Eq. 1-7 and 10:
 *
 *     E = alpha F_E(a) F_E(b)^T,  N = -beta ||F_N(a) - F_N(b)||_1
 *     M = f_E(E) gate(N),  A' = M B,  B' = M^T A
 *
 * The rows and columns of M do not sum to 1, so the sums of Eq. 7 grow with the
 * number of terms.  `mean` divides by m rows and n columns instead:
 *
 *     columns   B' = M^T A / m
 *     both      B' = M^T A / m,  A' = M B / n
 *
 * so that a reader's second view, M (M^T A), grows with n alone or not at all.
 * If pairs are forbidden, m and n count the allowed ones.
 *
 * Ours: the first batch may choose beta (coda_start.c).
 *
 * The means that are subtracted from N (Eq. 4) and E (Eq. 6) are over all pairs
 * of a segment and head; in a decoder they are over the pairs of each row.
 *
 * Ours, too, are controls that leave out one part, to find what each part
 * contributes:
 *
 *     beta: 0, gate: scaled   no gate: 2 sigmoid(0) = 1
 *     gate: constant          c f_e(E), c the field `constant`: the size of a
 *                             gate, independent of which pairs are alike
 *     f_e: identity           E itself, which is not bounded
 *     f_e: positive           max(0, tanh(E)): adds, and never subtracts
 *     f_e: softmax            of each row of E for A', of each column for B',
 *                             gated after it sums to 1: what the gate removes
 *                             goes to no other pair, and the sum is at most 1
 *
 * The first two compute no distances.
 */
#include "engine/attention/coda_internal.h"
#include "engine/attention/elementwise.h"

/* The trained numbers: the two scales. */
enum { ALPHA, BETA };
static const char *const reach_names[] = {"none", "layer", "site", "head",
                                          NULL}; /* indexed by enum reach */

const char *const coda_gate_names[] = {"plain", "scaled", "centered",
                                       "constant", NULL};

/* In the order of enum attend_means. */
static const char *const mean_names[] = {"none", "columns", "both", NULL};

static const char *const e_names[] = {"tanh",     "sigmoid", "identity",
                                      "positive", "softmax", NULL};
const char *const coda_n_names[] = {"sigmoid", "tanh", "arctan", "algebraic",
                                    NULL};
#define OF_LINES (-1)
/* In the order of their names above. */
const int coda_e_functions[] = {TANH, SIGMOID, IDENTITY, POSITIVE, OF_LINES};
const int coda_n_functions[] = {SIGMOID, TANH, ARCTAN, ALGEBRAIC};

static const struct field fields[] = {
    FIELD_REAL(struct coda, alpha, 1.0, 0.0, 1e6, "scale of E (Eq. 1)"),
    FIELD_REAL(
        struct coda, beta, 1.0, 0.0, 1e6,
        "scale of N (Eq. 2); at 1 the gate is shut between vectors as wide "
        "as readers' (200): start from 1 / sqrt(width) or 1 / width"),
    FIELD_CHOICE(struct coda, gate, GATE_SCALED, coda_gate_names,
                 "f_n(N) as it is (Eq. 3), of N less its mean (Eq. 4), or "
                 "scaled by 2 (Eq. 5); ours, a control: a constant"),
    FIELD_REAL(struct coda, constant, 0.5, 0.0, 1.0,
               "ours: what gate constant is, whatever N"),
    FIELD_CHOICE(struct coda, f_e, 0, e_names,
                 "function of E (table 9); ours, controls: identity, "
                 "positive, which is max(0, tanh), and softmax, of rows and "
                 "of columns before the gate"),
    FIELD_CHOICE(struct coda, f_n, 0, coda_n_names, "function of N (table 9)"),
    FIELD_BOOL(struct coda, center_e, false, "take its mean off E (Eq. 6)"),
    FIELD_CHOICE(struct coda, learned, REACH_NONE, reach_names,
                 "train alpha and beta, which are their first values then, "
                 "beta's above 0: one of each a layer, an attention or a head"),
    FIELD_REAL(struct coda, gate_at_start, 0.0, 0.0, 1.0,
               "ours: each attention has a beta of its own, chosen so that the "
               "mean of gate plain (below 0.5) or scaled over the first batch "
               "is this before the first step; with learned, the first value; "
               "0: beta is as given"),
    FIELD_REAL(struct coda, spread_at_start, 0.0, 0.0, 0.5,
               "ours: likewise the standard deviation of gate centered, below "
               "0.5"),
    FIELD_BOOL(struct coda, share, true,
               "F_N is F_E, else has its own weights"),
    FIELD_SCALE(struct coda),
    FIELD_CHOICE(struct coda, mean, MEANS_NONE, mean_names,
                 "what is a mean rather than a sum (Eq. 7): nothing, M^T A, "
                 "or M B as well"),
    FIELD_END,
};

/* |beta q - beta k| has gradient 0 at beta 0, so it would not be trained. */
static int check_fresh(const void *conf, struct error *e)
{
    const struct coda *c = conf;
    const bool chosen = c->gate_at_start > 0.0 || c->spread_at_start > 0.0;

    if (c->learned != REACH_NONE && c->gate != GATE_CONSTANT && !chosen &&
        (float)c->beta == 0.0f)
        return error_set(e,
                         "beta: found %g with learned %s, expected more than "
                         "0, where its gradient is 0",
                         c->beta, reach_names[c->learned]);
    return 0;
}

static bool distance_features(const void *conf)
{
    const struct coda *c = conf;

    return !c->share && c->gate != GATE_CONSTANT;
}

static struct own_numbers own_numbers(const void *conf, int layer)
{
    const struct coda *c = conf;
    const bool learned = c->learned != REACH_NONE;
    const bool chosen = c->gate_at_start > 0.0 || c->spread_at_start > 0.0;
    const char *beta = c->gate != GATE_CONSTANT ? "beta" : NULL;

    (void)layer;
    return (struct own_numbers){
        !learned && chosen ? REACH_SITE : (enum reach)c->learned,
        {[ALPHA] = {.name = learned ? "alpha" : NULL, .first = c->alpha},
         [BETA] = {beta, c->beta, !learned, chosen}}};
}

/* x times the number of each head, or one number for all. */
static struct node *times(struct tape *t, struct node *x, struct node *number)
{
    return x ? tape_mul_row(t, x, tape_repeat(t, number, x->cols)) : NULL;
}

/*
 * alpha (q k + biases) = (alpha q) k + alpha biases, and
 * |beta| |q - k| = |beta q - beta k|: a beta that is trained below 0 acts as
 * its absolute value.
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

float coda_e_scale(const void *conf, const struct attend *in)
{
    const struct coda *c = conf;
    const float alpha = in->own[ALPHA] ? 1.0f : (float)c->alpha;

    return alpha * attend_scale(in, c->scale);
}

float coda_n_scale(const void *conf, const struct attend *in)
{
    const struct coda *c = conf;
    const float beta = in->own[BETA] ? 1.0f : (float)c->beta;

    if (c->gate == GATE_CONSTANT)
        return 0.0f;
    return -beta * attend_scale(in, c->scale);
}

static struct node *center(struct tape *t, const struct attend *in,
                           const struct pairs *p, struct node *x)
{
    return in->by_rows ? tape_pair_line(t, p, x, PAIR_ROWS, &line_center)
                       : tape_pair_center(t, p, x);
}

/* The distances of N without beta, centered if the gate is. */
static struct node *measure(struct tape *t, const void *conf,
                            const struct attend *in, const struct pairs *p)
{
    const struct coda *c = conf;
    struct node *qn = in->qn ? in->qn : in->q, *kn = in->kn ? in->kn : in->k;
    struct node *d = tape_pair_l1(t, p, qn, kn, attend_scale(in, c->scale));

    return c->gate == GATE_CENTERED ? center(t, in, p, d) : d;
}

enum attend_means coda_means(const void *conf)
{
    const struct coda *c = conf;

    return (enum attend_means)c->mean;
}

static struct node *identity(struct tape *t, struct node *x)
{
    (void)t;
    return x;
}

static struct node *positive(struct tape *t, struct node *x)
{
    return tape_relu(t, tape_tanh(t, x));
}

typedef struct node *node_function(struct tape *t, struct node *x);
static node_function *const apply[] = {
    [TANH] = tape_tanh,    [SIGMOID] = tape_sigmoid,
    [ARCTAN] = tape_atan,  [ALGEBRAIC] = tape_algebraic,
    [IDENTITY] = identity, [POSITIVE] = positive};

static bool is_of_lines(const struct coda *c)
{
    return coda_e_functions[c->f_e] == OF_LINES;
}

static struct node *of_e(struct tape *t, const struct coda *c,
                         const struct pairs *p, struct node *e,
                         enum pair_line along)
{
    return is_of_lines(c) ? tape_pair_line(t, p, e, along, &line_softmax)
                          : apply[coda_e_functions[c->f_e]](t, e);
}

/* NULL if the gate is constant. */
static struct node *n_of(struct tape *t, const struct coda *c,
                         const struct attend *in, const struct pairs *p)
{
    struct node *qn = in->qn ? in->qn : in->q, *kn = in->kn ? in->kn : in->k;

    if (c->gate == GATE_CONSTANT)
        return NULL;
    struct node *n = tape_pair_l1(t, p, qn, kn, coda_n_scale(c, in));

    return c->gate == GATE_CENTERED ? center(t, in, p, n) : n;
}

static struct node *gate_of(struct tape *t, const struct coda *c,
                            struct node *n)
{
    if (!n)
        return NULL;
    n = apply[coda_n_functions[c->f_n]](t, n);
    return c->gate == GATE_SCALED ? tape_affine(t, n, 2.0f, 0.0f) : n;
}

static struct node *gated(struct tape *t, const struct coda *c,
                          const struct pairs *p, struct node *f,
                          struct node *gate)
{
    struct node *m = gate ? tape_mul(t, f, gate)
                          : tape_affine(t, f, (float)c->constant, 0.0f);

    return pair_mask_forbids(p->mask) ? tape_pair_mask(t, p, m) : m;
}

static struct weights coda_weigh(struct tape *t, const void *conf,
                                 const struct attend *in, const struct pairs *p,
                                 struct node *e)
{
    const struct coda *c = conf;
    struct node *n = n_of(t, c, in, p), *gate = gate_of(t, c, n);

    if (c->center_e)
        e = center(t, in, p, e);
    struct node *f = of_e(t, c, p, e, PAIR_ROWS);
    struct node *rows = gated(t, c, p, f, gate), *cols = rows;

    if (is_of_lines(c) && in->a)
        cols = gated(t, c, p, of_e(t, c, p, e, PAIR_COLS), gate);
    return (struct weights){
        .rows = rows,
        .cols = cols,
        .means = coda_means(c),
        .part = {
            [PART_E] = e, [PART_F_E] = f, [PART_N] = n, [PART_GATE] = gate}};
}

static bool fuses(const void *conf)
{
    return !is_of_lines(conf);
}

const struct attention_kind attention_coda = {
    .is = {.name = "coda",
           .summary = "compositional de-attention: f_e(E) times a gate of N",
           .source = "Tay et al., NeurIPS 2019",
           .fields = fields,
           .size = sizeof(struct coda),
           .check = coda_start_check,
           .fresh = check_fresh},
    .distance_features = distance_features,
    .own_numbers = own_numbers,
    .measure = measure,
    .choose = coda_start_choose,
    .prepare = prepare,
    .e_scale = coda_e_scale,
    .weigh = coda_weigh,
    .fuses = fuses,
    .fused = coda_fused,
};
