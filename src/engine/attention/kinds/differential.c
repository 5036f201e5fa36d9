/*
 * Differential attention (Ye et al. 2024): what two softmax attentions have in
 * common is noise, and is subtracted.  Each head's features are cut in two; if
 * the width is odd, the first half has one more:
 *
 *     M = (1 - first) (softmax(E1) - lambda softmax(E2)),
 *     E1 = scale q1 k1^T,  E2 = scale q2 k2^T
 *
 * over rows for a_out and over columns for b_out.  Biases of a row or a column,
 * and zero_self, apply to both E1 and E2.
 *
 * `first` is lambda's initial value.  It stays unless lambda is learned: then
 * lambda is a parameter, NAME.lambda, one number of each attention or layer.
 * `first` is the field lambda or, with `lambda_at_start: layer`, in layer l =
 * 1, 2, ... of its stack
 *
 *     first = 0.8 - 0.6 exp(-0.3 (l - 1))
 *
 * If layers have no numbers, l is 1; if layers are repeated in steps, l is the
 * number within a step.
 *
 * Differences from the paper: it learns lambda as exp(l_q1 . l_k1) - exp(l_q2 .
 * l_k2) + first, from four vectors, and here the number itself is trained; it
 * normalises each head's output before the factor 1 - first, which a kind that
 * only gives weights cannot do; and here `scale` divides by the root of a whole
 * head's width, as for every kind, where the paper uses half the width.
 *
 * There is no fused form: its driver makes one matrix of affinities, and a
 * second would save a fifth of the time at best (docs/explanation/speed.md).
 */
#include "base/numbers/math_functions.h"
#include "engine/attention/attention.h"

enum { LAMBDA };
enum { START_GIVEN, START_LAYER };
static const char *const start_names[] = {"given", "layer", NULL};
static const char *const reach_names[] = {"none", "layer", "site",
                                          NULL}; /* indexed by enum reach */

struct differential {
    double lambda;
    int lambda_at_start, learned, scale;
};

static const struct field fields[] = {
    FIELD_REAL(struct differential, lambda, 0.2, 0.0, 0.99,
               "share of the second softmax that is taken off"),
    FIELD_CHOICE(struct differential, lambda_at_start, START_GIVEN, start_names,
                 "lambda as given, or whatever is given 0.8 - 0.6 e^(-0.3 (l - "
                 "1)) in layer l (Ye et al. 2024): 0.2, 0.36, 0.47, ..."),
    FIELD_CHOICE(struct differential, learned, REACH_NONE, reach_names,
                 "train lambda, which is its first value then: one a layer or "
                 "an attention; Ye et al. do, of each attention, by vectors"),
    FIELD_SCALE(struct differential),
    FIELD_END,
};

/* Layers are numbered from 0 here. */
static double first(const struct differential *c, int layer)
{
    return c->lambda_at_start == START_LAYER
               ? 0.8 - 0.6 * exponential(-0.3 * layer)
               : c->lambda;
}

static struct own_numbers own_numbers(const void *conf, int layer)
{
    const struct differential *c = conf;

    return (struct own_numbers){
        (enum reach)c->learned,
        {[LAMBDA] = {.name = "lambda", .first = first(c, layer)}}};
}

static float e_scale(const void *conf, const struct attend *in)
{
    const struct differential *c = conf;

    return attend_scale(in, c->scale);
}

/* Affinities of features [from, from + n) of each head. */
static struct node *half(struct tape *t, const struct attend *in,
                         const struct pairs *p, int from, int n, float scale)
{
    struct node *e = tape_pair_dot_part(t, p, in->q, in->k, from, n, scale);

    return attend_complete(t, in, p, e, scale);
}

/* (1 - first) (one - lambda two) */
static struct node *less(struct tape *t, const struct differential *c,
                         const struct attend *in, struct node *one,
                         struct node *two)
{
    const double start = first(c, in->layer);
    struct node *lambda = in->own[LAMBDA];
    struct node *part = lambda ? tape_mul_row(t, two, lambda)
                               : tape_affine(t, two, (float)start, 0.0f);
    struct node *rest = tape_subtract(t, one, part);

    return tape_affine(t, rest, (float)(1 - start), 0.0f);
}

static struct weights weigh(struct tape *t, const void *conf,
                            const struct attend *in, const struct pairs *p,
                            struct node *e)
{
    const struct differential *c = conf;
    const int width = in->q->cols / in->heads, cut = width - width / 2;
    const float scale = e_scale(c, in);
    struct node *e1 = half(t, in, p, 0, cut, scale);
    struct node *e2 = half(t, in, p, cut, width - cut, scale);
    const struct weights one = weigh_lines(t, in, p, e1, &line_softmax);
    const struct weights two = weigh_lines(t, in, p, e2, &line_softmax);
    struct weights m = {.rows = less(t, c, in, one.rows, two.rows),
                        .part = {[PART_E] = e1, [PART_E2] = e2}};

    (void)e;
    if (in->a)
        m.cols = less(t, c, in, one.cols, two.cols);
    return m;
}

const struct attention_kind attention_differential = {
    .is = {.name = "differential",
           .summary = "the difference of two softmax attentions, each of half "
                      "the features",
           .source = "Ye et al. 2024, Eq. 1 to 3, with lambda a number and "
                     "without the normalisation of heads",
           .fields = fields,
           .size = sizeof(struct differential)},
    .by_features = true,
    .own_numbers = own_numbers,
    .e_scale = e_scale,
    .weigh = weigh,
};
