/*
 * Hyperband (Li et al. 2018, algorithm 1): brackets of successive halving, from
 * many trials with short first runs to a few that are trained whole, one after
 * the other; repeated as long as there are trials.
 */
#include <math.h>

#include "base/numbers/math_functions.h"
#include "sweep/sampler/sampler.h"
#include "sweep/scheduler/bracket.h"

struct hyperband {
    double eta;
    long rungs;
};

static const struct field fields[] = {
    FIELD_REAL(struct hyperband, eta, 3, 1.1, 1000,
               "of the trials at a rung one in so many goes on"),
    FIELD_INT(struct hyperband, rungs, 3, 1, MAX_RUNGS - 1,
              "rungs of the largest bracket, s_max; the smallest has none"),
    FIELD_END,
};

/* The number of trials of the bracket with s rungs. */
static long size_of(const struct hyperband *c, long s)
{
    const double n =
        ceil((double)(c->rungs + 1) / (double)(s + 1) * whole_power(c->eta, s) -
             1e-9);

    return n < MOST_TRIALS ? (long)n : MOST_TRIALS;
}

static struct bracket bracket_of(const struct scheduler *r, long number)
{
    const struct hyperband *c = r->scheduler->conf;
    long all = 0, s = c->rungs;

    for (long k = 0; k <= c->rungs; k++)
        all += size_of(c, k);
    struct bracket b = {.number = number / all * (c->rungs + 1),
                        .first = number / all * all,
                        .eta = c->eta};

    while (number >= b.first + size_of(c, s)) {
        b.first += size_of(c, s--);
        b.number++;
    }
    b.last = b.first + size_of(c, s);
    b.rungs = (int)s;
    return b;
}

static int rungs(const struct scheduler *r, long number)
{
    return bracket_of(r, number).rungs;
}

static double share(const struct scheduler *r, long number, int k)
{
    const struct bracket b = bracket_of(r, number);

    return bracket_share(&b, k);
}

static void note(struct scheduler *r, long number,
                 const struct scheduler_trial *was)
{
    const struct bracket b = bracket_of(r, number);

    bracket_note(r, &b, number, was);
}

static void settle(struct scheduler *r, long number)
{
    const struct bracket b = bracket_of(r, number);

    bracket_settle(r, &b);
}

static double part(const struct scheduler *r)
{
    return 1 / ((const struct hyperband *)r->scheduler->conf)->eta;
}

const struct scheduler_kind scheduler_hyperband = {
    .is = {.name = "hyperband",
           .summary = "brackets of halving, from many trials to few",
           .source = "Li et al. 2018",
           .fields = fields,
           .size = sizeof(struct hyperband)},
    .brackets = true,
    .rungs = rungs,
    .share = share,
    .note = note,
    .settle = settle,
    .part = part,
    .release = bracket_release,
};
