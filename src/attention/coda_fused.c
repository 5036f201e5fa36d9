/* coda_fused.c - CoDA as one op, there and back. */
#include <string.h>

#include "attention/coda_parts.h"
#include "attention/elementwise.h"
#include "attention/fused.h"
#include "kernel/vector.h"

/*
 * What is kept: f_e(E) and the gate f_n(N), where E and N are computed; E or N
 * itself where its function's derivative needs that.  M and the factors that
 * make dE and dN of its gradient are made of these again on the way back, with
 * the factors of dropout, which are kept.
 */
enum { OF_E = KEEP_OWN, OF_N, DROPPED };

/* A constant gate's, which is there from the first. */
static void as_it_is(size_t n, const float *x, float *f)
{
    (void)n, (void)x, (void)f;
}

static void zero(size_t n, const float *f, float *d)
{
    (void)f;
    for (size_t i = 0; i < n; i++)
        d[i] = 0.0f;
}

static const struct elementwise held = {.run = as_it_is, .slope = zero};

/* The functions of a run of pairs, from `at` on, and what is kept there. */
struct run {
    size_t at, n;
    const struct elementwise *of_e, *of_n;
    float *e, *v;
    float two;
};

static struct run run(const struct coda *c, const struct block *b, size_t at)
{
    const size_t left = block_len(b) - at;

    return (struct run){
        .at = at,
        .n = left < ELEMENTS ? left : ELEMENTS,
        .of_e = &elementwise[coda_e_functions[c->f_e]],
        .of_n = c->gate == GATE_CONSTANT
                    ? &held
                    : &elementwise[coda_n_functions[c->f_n]],
        .e = b->keep[OF_E] + at,
        .v = b->keep[OF_N] + at,
        .two = c->gate == GATE_SCALED ? 2.0f : 1.0f,
    };
}

/* The function's values, of what is kept; `room` is for who keeps others. */
static const float *values(const struct elementwise *of, size_t n,
                           const float *kept, float *room)
{
    if (!of->of_x)
        return kept;
    of->run(n, kept, room);
    return room;
}

static void drop(const struct block *b, const struct run *r, float *x)
{
    if (b->keep[DROPPED])
        vector_mul(r->n, x, b->keep[DROPPED] + r->at, x);
}

/* M of what is kept: 0 where that is. */
static void make(const struct block *b, const struct run *r)
{
    float f[ELEMENTS], g[ELEMENTS], *m = b->keep[KEEP_ROWS] + r->at;

    vector_scaled_mul(r->n, r->two, values(r->of_e, r->n, r->e, f),
                      values(r->of_n, r->n, r->v, g), m);
    drop(b, r, m);
}

static void again(const void *conf, const struct block *b)
{
    for (size_t at = 0; at < block_len(b); at += ELEMENTS) {
        const struct run r = run(conf, b, at);

        make(b, &r);
    }
}

/* E and N to what is kept of them. */
static void apply(const struct run *r)
{
    if (!r->of_e->of_x)
        r->of_e->run(r->n, r->e, r->e);
    if (!r->of_n->of_x)
        r->of_n->run(r->n, r->v, r->v);
}

static void weigh(const void *conf, const struct block *b)
{
    const struct coda *c = conf;

    if (c->center_e)
        block_center(b, b->e);
    if (c->gate == GATE_CENTERED)
        block_center(b, b->n_l1);
    if (b->drop)
        memcpy(b->keep[DROPPED], b->drop, block_len(b) * sizeof(float));
    for (size_t i = 0; c->gate == GATE_CONSTANT && i < block_len(b); i++)
        b->n_l1[i] = (float)c->constant;
    for (size_t at = 0; at < block_len(b); at += ELEMENTS) {
        const struct run r = run(c, b, at);

        apply(&r);
        make(b, &r);
    }
    block_forbid(b, b->keep[KEEP_ROWS]);
    block_forbid(b, b->keep[OF_E]);
    block_forbid(b, b->keep[OF_N]);
}

/*
 * dE = dM f_E'(E) gate(N), dN = dM f_E(E) gate'(N).  At forbidden pairs f_E and
 * the gate are 0, so that both are.
 */
static void back_run(const struct block *b, const struct run *r)
{
    float f[ELEMENTS], df[ELEMENTS], g[ELEMENTS], dg[ELEMENTS];
    float *e = b->e + r->at;

    r->of_e->slope(r->n, r->e, df);
    r->of_n->slope(r->n, r->v, dg);
    vector_scaled_mul(r->n, r->two, df, values(r->of_n, r->n, r->v, g), df);
    vector_scaled_mul(r->n, r->two, values(r->of_e, r->n, r->e, f), dg, dg);
    drop(b, r, df);
    drop(b, r, dg);
    vector_mul(r->n, e, dg, b->n_l1 + r->at);
    vector_mul(r->n, e, df, e);
}

static void back(const void *conf, const struct block *b)
{
    const struct coda *c = conf;

    for (size_t at = 0; at < block_len(b); at += ELEMENTS) {
        const struct run r = run(c, b, at);

        back_run(b, &r);
    }
    if (c->center_e)
        block_center(b, b->e);
    if (c->gate == GATE_CENTERED)
        block_center(b, b->n_l1);
}

static const struct fused_kind fused = {
    .op = {.name = "attend_coda", FUSED_BACKWARD},
    .e_scale = coda_e_scale,
    .n_scale = coda_n_scale,
    .means = coda_means,
    .e_at = OF_E,
    .n_at = OF_N,
    .keep = {[OF_E] = KEPT, [OF_N] = KEPT, [DROPPED] = KEPT_IF_DROPPED},
    .weigh = weigh,
    .again = again,
    .back = back,
};

struct attended coda_fused(struct tape *t, const void *conf,
                           const struct attend *in)
{
    return fused_attend(t, &fused, conf, in);
}
