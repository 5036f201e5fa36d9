/* coda_fused.c - CoDA as one op, there and back. */
#include "attention/coda_parts.h"
#include "attention/elementwise.h"
#include "attention/fused.h"
#include "kernel/vector.h"

/*
 * What is kept: M with dropout in it, and the factors that make dE and dN of
 * its gradient, f_E'(E) gate(N) and f_E(E) gate'(N).  E and N are computed
 * where these go.
 */
enum { OF_E = KEEP_OWN, OF_N };

/* f_n of n N, and its derivative where `dg` is there. */
static void gate_run(const struct coda *c, size_t n, const float *v, float *g,
                     float *dg)
{
    if (c->gate != GATE_CONSTANT) {
        elementwise[coda_n_functions[c->f_n]](n, v, g, dg);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        g[i] = (float)c->constant;
        if (dg)
            dg[i] = 0.0f;
    }
}

static void weigh_run(const struct coda *c, const struct block *b, size_t at,
                      size_t n)
{
    float f[ELEMENTS], df[ELEMENTS], g[ELEMENTS], dg[ELEMENTS];
    float two = c->gate == GATE_SCALED ? 2.0f : 1.0f;
    float *m = b->keep[KEEP_ROWS] + at, *e = b->e + at, *v = b->n_l1 + at;

    elementwise[coda_e_functions[c->f_e]](n, e, f, b->records ? df : NULL);
    gate_run(c, n, v, g, b->records ? dg : NULL);
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
    .e_scale = coda_e_scale,
    .n_scale = coda_n_scale,
    .means = coda_means,
    .e_at = OF_E,
    .n_at = OF_N,
    .keep = {[KEEP_ROWS] = KEPT, [OF_E] = KEPT, [OF_N] = KEPT},
    .weigh = weigh,
    .back = back,
};

struct attended coda_fused(struct tape *t, const void *conf,
                           const struct attend *in)
{
    return fused_attend(t, &fused, conf, in);
}
