/*
 * gradient_check.h - every single gradient element against finite
 * differences, sharp to one part in a thousand.
 *
 * The forward pass is float, so differences are noisy.  The way round:
 *   - the loss is a random linear readout of the outputs, summed in double;
 *     outputs an element does not touch cancel exactly;
 *   - central differences at three steps, extrapolated twice (Romberg): wide
 *     steps keep the noise small, extrapolation keeps the bend small;
 *   - the last two extrapolations must agree to 2e-5 of the element, else the
 *     point (a kink, or an element tiny against the noise) is drawn anew, later
 *     on from inputs twice as wide, of which gradients may be larger;
 *   - an element passes when three draws were reliable and gave it within 5e-4,
 *     before three gave something else; one that never is reliable must have
 *     been zero in every draw.
 */
#ifndef GRADIENT_CHECK_H
#define GRADIENT_CHECK_H

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/numbers/random.h"
#include "engine/tape/ops.h"

#define CHECK_INPUTS 11
#define CHECK_OUTPUTS 3
#define CHECK_DRAWS 1000
#define CHECK_NARROW 50 /* draws before inputs are twice as wide */
#define CHECK_AGREE 2e-5
#define CHECK_WITHIN 5e-4
#define CHECK_ZERO 2e-5
#define CHECK_NOISE 2.5e-3 /* over the step */

struct outputs {
    struct node *y[CHECK_OUTPUTS]; /* unused ones are NULL */
};

struct gradient_case {
    const char *name;
    int rows[CHECK_INPUTS], cols[CHECK_INPUTS]; /* rows 0: no such input */
    struct outputs (*forward)(struct tape *t, struct node *const *x,
                              const struct gradient_case *c);
    float spread; /* deviation of the inputs; 0: 1 */
    float step;   /* widest difference; 0: 1/8 */
    bool scalar;  /* the output is a loss: read with 1 */
    bool scratch; /* a dry tape takes another amount for the while */
    const void *context;
};

/* Weights of an output's readout. */
struct drawn {
    size_t n, room;
    float *weight;
};

struct check {
    const struct gradient_case *c;
    struct arena *arena;
    struct tape tape;
    float sink[1]; /* gradient of the parameters: there are none */
    int inputs;
    size_t len, at[CHECK_INPUTS + 1]; /* elements of all inputs */
    float *x, *grad;                  /* [len] */
    uint32_t draw;
    struct drawn *drawn; /* [CHECK_OUTPUTS], in this draw */
    /* grad[corrupt] *= factor, to see the check fail */
    size_t corrupt;
    double factor;
};

static float readout_draw(const struct check *k, int output, size_t i)
{
    struct address at = {.step = k->draw, .example = 1u + (uint32_t)output};
    double u = random_real(random_key(1, "readout"), at, (uint32_t)i);

    return k->c->scalar ? 1.0f : (float)(u < 0.5 ? u - 1.0 : u);
}

/* Each is drawn once. */
static float readout_weight(const struct check *k, int output, size_t i)
{
    struct drawn *d = &k->drawn[output];

    if (i >= d->room) {
        d->room = 2 * i + 16;
        d->weight = test_realloc(d->weight, d->room * sizeof(*d->weight));
    }
    for (; d->n <= i; d->n++)
        d->weight[d->n] = readout_draw(k, output, d->n);
    return d->weight[i];
}

static void readout_backward(struct tape *t, const struct node *y)
{
    (void)t;
    for (int o = 0; o < CHECK_OUTPUTS; o++)
        for (size_t i = 0; y->in[o] && i < node_len(y->in[o]); i++)
            y->in[o]->grad[i] += readout_weight(y->args, o, i);
}

static const struct op readout = {
    .name = "readout",
    .backward = readout_backward,
};

static struct outputs check_forward(struct check *k, struct node **leaf)
{
    arena_reset(k->arena);
    tape_begin(&k->tape, 7);
    for (int i = 0; i < k->inputs; i++) {
        leaf[i] = tape_leaf(&k->tape, k->c->rows[i], k->c->cols[i]);
        memcpy(leaf[i]->val, k->x + k->at[i],
               node_len(leaf[i]) * sizeof(float));
    }
    return k->c->forward(&k->tape, leaf, k->c);
}

static double check_loss(struct check *k)
{
    struct node *leaf[CHECK_INPUTS];
    double loss = 0.0;

    k->tape.grads = NULL;
    struct outputs out = check_forward(k, leaf);

    for (int o = 0; o < CHECK_OUTPUTS; o++)
        for (size_t i = 0; out.y[o] && i < node_len(out.y[o]); i++)
            loss += (double)readout_weight(k, o, i) * out.y[o]->val[i];
    return loss;
}

static void check_gradient(struct check *k)
{
    struct node *leaf[CHECK_INPUTS];

    k->tape.grads = k->sink;
    struct outputs out = check_forward(k, leaf);
    struct node *loss = out.y[0];

    if (!k->c->scalar) {
        loss = tape_node(&k->tape, &readout, 1, 1, out.y, CHECK_OUTPUTS);
        loss->args = k;
    }
    tape_backward(&k->tape, loss);
    for (int i = 0; i < k->inputs; i++)
        memcpy(k->grad + k->at[i], leaf[i]->grad,
               node_len(leaf[i]) * sizeof(float));
}

static double check_difference(struct check *k, size_t j, double h)
{
    float x = k->x[j], up = (float)(x + h), down = (float)(x - h);

    k->x[j] = up;
    double a = check_loss(k);

    k->x[j] = down;
    double b = check_loss(k);

    k->x[j] = x;
    return (a - b) / ((double)up - down);
}

static double check_step(const struct check *k)
{
    return k->c->step > 0.0f ? k->c->step : 0.125;
}

/* Romberg: *rough and the result are the last two extrapolations. */
static double check_derivative(struct check *k, size_t j, double *rough)
{
    double h = check_step(k);
    double d0 = check_difference(k, j, h);
    double d1 = check_difference(k, j, h / 2);
    double d2 = check_difference(k, j, h / 4);
    double r0 = d1 + (d1 - d0) / 3, r1 = d2 + (d2 - d1) / 3;

    *rough = r1;
    return r1 + (r1 - r0) / 15;
}

static void check_draw(struct check *k, uint32_t draw)
{
    float spread = k->c->spread > 0.0f ? k->c->spread : 1.0f;
    struct address at = {.step = draw};

    if (draw >= CHECK_NARROW)
        spread *= 2;

    k->draw = draw;
    for (int o = 0; o < CHECK_OUTPUTS; o++)
        k->drawn[o].n = 0;
    random_normal(random_key(2, k->c->name), at, k->len, spread, k->x);
    check_gradient(k);
}

enum verdict { CONFIRMED, ZERO, UNRELIABLE, WRONG };

static enum verdict check_draw_of(struct check *k, size_t j)
{
    double rough, d = check_derivative(k, j, &rough), g = k->grad[j];

    if (j == k->corrupt)
        g *= k->factor;
    if (fabs(g) < CHECK_ZERO && fabs(d) < CHECK_ZERO)
        return ZERO;
    if (!(fabs(d - rough) < CHECK_AGREE * fabs(d)) ||
        fabs(d) * check_step(k) < CHECK_NOISE)
        return UNRELIABLE;
    return fabs(g - d) < CHECK_WITHIN * fabs(d) ? CONFIRMED : WRONG;
}

/*
 * ZERO: zero in each of nine draws.  Else the first verdict given by three
 * draws: a kink can look smooth once in a hundred times.
 */
static enum verdict check_element(struct check *k, size_t j)
{
    int votes[WRONG + 1] = {0};

    for (uint32_t draw = 0; draw < CHECK_DRAWS; draw++) {
        if (draw != k->draw)
            check_draw(k, draw);
        enum verdict v = check_draw_of(k, j);

        if (++votes[v] == 3 && (v == CONFIRMED || v == WRONG))
            return v;
        if (votes[ZERO] == 9 && draw == 8)
            return ZERO;
    }
    return UNRELIABLE;
}

static void check_init(struct check *k, const struct gradient_case *c,
                       struct arena *a)
{
    *k = (struct check){.c = c, .arena = a, .corrupt = SIZE_MAX, .factor = 1};
    k->tape.arena = a;
    k->tape.training = true;
    k->tape.dropout = random_key(3, "dropout");
    while (k->inputs < CHECK_INPUTS && c->rows[k->inputs]) {
        k->len += (size_t)c->rows[k->inputs] * c->cols[k->inputs];
        k->at[++k->inputs] = k->len;
    }
    k->x = test_calloc(k->len, sizeof(float));
    k->grad = test_calloc(k->len, sizeof(float));
    k->drawn = test_calloc(CHECK_OUTPUTS, sizeof(*k->drawn));
    check_draw(k, 0);
}

static void check_release(struct check *k)
{
    test_free(k->x);
    test_free(k->grad);
    for (int o = 0; o < CHECK_OUTPUTS; o++)
        test_free(k->drawn[o].weight);
    test_free(k->drawn);
}

/* How many elements are not what differences say. */
static inline int check_case(const struct gradient_case *c, struct arena *a)
{
    struct check k;
    int bad = 0;

    check_init(&k, c, a);
    for (size_t j = 0; j < k.len; j++) {
        enum verdict v = check_element(&k, j);

        if (v == CONFIRMED || v == ZERO)
            continue;
        bad++;
        printf("# %s: element %zu is %s\n", c->name, j,
               v == WRONG ? "wrong" : "never reliable");
    }
    check_release(&k);
    return bad;
}

/* How many elements could be off by one part in a thousand unnoticed.  Each
 * is spoilt in turn; those that are always zero cannot be. */
static inline int check_misses(const struct gradient_case *c, struct arena *a)
{
    struct check k;
    int missed = 0;

    check_init(&k, c, a);
    k.factor = 1.001;
    for (size_t j = 0; j < k.len; j++) {
        k.corrupt = j;
        missed += check_element(&k, j) == CONFIRMED;
    }
    check_release(&k);
    return missed;
}

/* A case's forward(), of one output. */
#define ONE(node)            \
    (struct outputs)         \
    {                        \
        .y = {(node), NULL } \
    }
#define FORWARD(name, expression)                                     \
    static struct outputs name(struct tape *t, struct node *const *x, \
                               const struct gradient_case *c)         \
    {                                                                 \
        (void)t, (void)x, (void)c;                                    \
        return ONE(expression);                                       \
    }

#endif
