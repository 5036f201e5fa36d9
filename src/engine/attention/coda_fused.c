/* coda_fused.c - CoDA as one op, forward and backward. */
#include "engine/attention/coda_internal.h"
#include "engine/attention/elementwise.h"
#include "engine/attention/fused.h"
#include "engine/kernel/vector.h"

/*
 * What is kept: f_e(E) and the gate f_n(N), in the matrices where E and N are
 * computed; or E or N itself if its function's derivative needs that.  The
 * backward pass recomputes from these M and the factors that turn its gradient
 * into dE and dN; this takes no longer than keeping them.  Recomputing E and N,
 * too, by strips of rows, takes 1.25 to 1.4 times as long, and E alone 1.1 to
 * 1.2 times (docs/explanation/speed.md).
 *
 * With dropout, M and the factors are kept, multiplied by dropout's factors:
 * drawing dropout again takes up to 1.1 times as long.
 */
enum { OF_E = KEEP_OWN, OF_N };

/* A constant gate: its value is already there. */
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

/* Up to ELEMENTS pairs from `at` on: the functions, and the kept values. */
struct coda_run {
    size_t at, n;
    const struct elementwise *of_e, *of_n;
    float *e, *v;
    float two;
};

static struct coda_run run(const struct coda *c, const struct fused_block *b,
                           size_t at)
{
    const size_t left = fused_block_len(b) - at;

    return (struct coda_run){
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

/* The function's values, from what is kept; written to `room` if x is kept. */
static const float *values(const struct elementwise *of, size_t n,
                           const float *kept, float *room)
{
    if (!of->of_x)
        return kept;
    of->run(n, kept, room);
    return room;
}

/* Compute M without dropout from what is kept; 0 where that is 0. */
static void make(const struct fused_block *b, const struct coda_run *r)
{
    float f[ELEMENTS], g[ELEMENTS];

    vector_scaled_mul(r->n, r->two, values(r->of_e, r->n, r->e, f),
                      values(r->of_n, r->n, r->v, g),
                      b->keep[KEEP_ROWS] + r->at);
}

static void again(const void *conf, const struct fused_block *b)
{
    for (size_t at = 0; at < fused_block_len(b); at += ELEMENTS) {
        const struct coda_run r = run(conf, b, at);

        make(b, &r);
    }
}

/* Replace E and N by what is kept of them. */
static void apply(const struct coda_run *r)
{
    if (!r->of_e->of_x)
        r->of_e->run(r->n, r->e, r->e);
    if (!r->of_n->of_x)
        r->of_n->run(r->n, r->v, r->v);
}

/* f_e'(E) gate(N) and f_e(E) gate'(N), from what is kept; 0 where that is 0. */
static void factors(const struct coda_run *r, float *of_e, float *of_n)
{
    float f[ELEMENTS], g[ELEMENTS];

    r->of_e->slope(r->n, r->e, of_e);
    r->of_n->slope(r->n, r->v, of_n);
    vector_scaled_mul(r->n, r->two, of_e, values(r->of_n, r->n, r->v, g), of_e);
    vector_scaled_mul(r->n, r->two, values(r->of_e, r->n, r->e, f), of_n, of_n);
}

static void drop(const struct fused_block *b, const struct coda_run *r)
{
    float of_e[ELEMENTS], of_n[ELEMENTS], *m = b->keep[KEEP_ROWS] + r->at;
    const float *factor = b->drop + r->at;

    vector_mul(r->n, m, factor, m);
    if (!b->records)
        return;
    factors(r, of_e, of_n);
    vector_mul(r->n, of_e, factor, r->e);
    vector_mul(r->n, of_n, factor, r->v);
}

static void weigh(const void *conf, const struct fused_block *b)
{
    const struct coda *c = conf;

    if (c->center_e)
        fused_block_center(b, b->e);
    if (c->gate == GATE_CENTERED)
        fused_block_center(b, b->n_l1);
    if (c->gate == GATE_CONSTANT)
        for (size_t i = 0; i < fused_block_len(b); i++)
            b->n_l1[i] = (float)c->constant;
    for (size_t at = 0; at < fused_block_len(b); at += ELEMENTS) {
        const struct coda_run r = run(c, b, at);

        apply(&r);
        make(b, &r);
        if (b->drop)
            drop(b, &r);
    }
    fused_block_forbid(b, b->keep[KEEP_ROWS]);
    fused_block_forbid(b, b->keep[OF_E]);
    fused_block_forbid(b, b->keep[OF_N]);
}

/* A mean over all pairs depends on all rows. */
static bool whole(const void *conf)
{
    const struct coda *c = conf;

    return c->center_e || c->gate == GATE_CENTERED;
}

/* dE and dN from dM and the factors, which are kept if M is. */
static void back_run(const struct fused_block *b, const struct coda_run *r)
{
    float of_e[ELEMENTS], of_n[ELEMENTS], *e = b->e + r->at;
    const bool kept = b->keep[KEEP_ROWS] != NULL;

    if (!kept)
        factors(r, of_e, of_n);
    vector_mul(r->n, e, kept ? r->v : of_n, b->n_l1 + r->at);
    vector_mul(r->n, e, kept ? r->e : of_e, e);
}

static void back(const void *conf, const struct fused_block *b)
{
    const struct coda *c = conf;

    for (size_t at = 0; at < fused_block_len(b); at += ELEMENTS) {
        const struct coda_run r = run(c, b, at);

        back_run(b, &r);
    }
    if (c->center_e)
        fused_block_center(b, b->e);
    if (c->gate == GATE_CENTERED)
        fused_block_center(b, b->n_l1);
}

static const struct fused_kind fused = {
    .op = {.name = "attend_coda", FUSED_BACKWARD},
    .e_scale = coda_e_scale,
    .n_scale = coda_n_scale,
    .means = coda_means,
    .whole = whole,
    .e_at = OF_E,
    .n_at = OF_N,
    .keep = {[KEEP_ROWS] = KEPT_IF_DROPPED, [OF_E] = KEPT, [OF_N] = KEPT},
    .weigh = weigh,
    .again = again,
    .back = back,
};

struct attended coda_fused(struct tape *t, const void *conf,
                           const struct attend *in)
{
    return fused_attend(t, &fused, conf, in);
}
