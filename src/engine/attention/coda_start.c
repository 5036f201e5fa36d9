/*
 * coda_start.c - the choice of CoDA's beta by the first batch, an addition of
 * ours.
 *
 * `gate_at_start` chooses beta.  Before the first step, over the first batch
 * without dropout, each attention in turn gets the beta at which the mean of
 * its gate over all allowed pairs is that number; with `learned: layer` the
 * layer's first attention chooses for the whole layer.  Beta is then a
 * parameter, NAME.beta, which is not trained unless `learned` says so.  Equal
 * vectors have distance 0, and no beta closes the gate between them: if many
 * pairs are equal words, the mean may not reach a small number, and the trial
 * fails.
 *
 * `spread_at_start` does the same for a centered gate, whose mean is near 0.5
 * for every beta: it gives the standard deviation of the gate.
 */
#include "config.h"

#include <math.h>

#include "engine/attention/coda_internal.h"
#include "engine/attention/elementwise.h"
#include "engine/kernel/vector.h"

static int check_spread(const struct coda *c, struct error *e)
{
    if (c->gate != GATE_CENTERED || coda_n_functions[c->f_n] != SIGMOID)
        return error_set(e,
                         "spread_at_start: found gate %s of f_n %s, expected "
                         "centered of sigmoid",
                         coda_gate_names[c->gate], coda_n_names[c->f_n]);
    if (c->spread_at_start >= 0.5)
        return error_set(e, "spread_at_start: found %g, expected less than 0.5",
                         c->spread_at_start);
    return 0;
}

static int check_mean(const struct coda *c, struct error *e)
{
    const double most = c->gate == GATE_SCALED ? 1.0 : 0.5;

    if ((c->gate != GATE_PLAIN && c->gate != GATE_SCALED) ||
        coda_n_functions[c->f_n] != SIGMOID)
        return error_set(e,
                         "gate_at_start: found gate %s of f_n %s, expected "
                         "plain or scaled of sigmoid",
                         coda_gate_names[c->gate], coda_n_names[c->f_n]);
    if (c->gate_at_start >= most)
        return error_set(e,
                         "gate_at_start: found %g, expected less than %g, "
                         "which gate %s is between equal vectors",
                         c->gate_at_start, most, coda_gate_names[c->gate]);
    return 0;
}

/* No gate allows both: each field's gates exclude the other's. */
int coda_start_check(const void *conf, struct error *e)
{
    const struct coda *c = conf;

    if (c->gate_at_start > 0.0 && check_mean(c, e))
        return -1;
    return c->spread_at_start > 0.0 ? check_spread(c, e) : 0;
}

/* The mean and the standard deviation of the gate at distances d [n] times
 * beta. */
struct gates {
    double mean, spread;
};

static struct gates gates_at(const struct coda *c, size_t n, const float *d,
                             double beta)
{
    const double two = c->gate == GATE_SCALED ? 2.0 : 1.0;
    float x[ELEMENTS], gate[ELEMENTS];
    double sum = 0.0, squares = 0.0;

    for (size_t at = 0, len; at < n; at += len) {
        len = n - at < ELEMENTS ? n - at : ELEMENTS;
        vector_scale(len, -(float)beta, d + at, x);
        elementwise[coda_n_functions[c->f_n]].run(len, x, gate);
        for (size_t i = 0; i < len; i++) {
            sum += gate[i];
            squares += (double)gate[i] * gate[i];
        }
    }
    const double mean = sum / (double)n;
    const double variance = squares / (double)n - mean * mean;

    return (struct gates){two * mean, sqrt(variance < 0.0 ? 0.0 : variance)};
}

/* True if beta is below the one wanted.  The mean of a gate falls as beta
 * rises, from a start above gate_at_start (check_mean()).  The deviation of a
 * centered gate rises from 0; if few pairs are far from all others it may fall
 * again, and a maximum between two doublings is not found. */
static bool is_small(const struct coda *c, size_t n, const float *d,
                     double beta)
{
    const struct gates g = gates_at(c, n, d, beta);

    return c->spread_at_start > 0.0 ? g.spread < c->spread_at_start
                                    : g.mean > c->gate_at_start;
}

#define MOST_BETA 1e6
#define HALVINGS 40

/* Bisection. */
double coda_start_choose(const void *conf, size_t n, const float *d)
{
    const struct coda *c = conf;
    double low = 0.0, high = c->spread_at_start > 0.0 ? 0x1p-20 : 1.0;

    if (isnan(gates_at(c, n, d, high).mean))
        return NAN;
    while (is_small(c, n, d, high)) {
        low = high;
        high *= 2.0;
        if (high > MOST_BETA)
            return NAN;
    }
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);

        if (is_small(c, n, d, middle))
            low = middle;
        else
            high = middle;
    }
    return high;
}
