/*
 * Asynchronous successive halving (Li et al. 2020): a trial goes on as soon as
 * it is among the best of those that have come to its rung so far, so nobody
 * waits for the slowest; which they are depends on who was first.
 */
#include "scheduler/bracket.h"

struct asha {
    double eta;
    long rungs;
};

static const struct field fields[] = {
    FIELD_REAL(struct asha, eta, 3, 1.1, 1000,
               "of the trials at a rung one in so many goes on"),
    FIELD_INT(struct asha, rungs, 3, 1, MAX_RUNGS,
              "rungs; the first lies at eta to minus so many of a run"),
    FIELD_END,
};

static struct bracket bracket_of(const struct race *r)
{
    const struct asha *c = r->scheduler->conf;

    return (struct bracket){
        .last = r->all, .rungs = (int)c->rungs, .eta = c->eta};
}

static int rungs(const struct race *r, long number)
{
    (void)number;
    return bracket_of(r).rungs;
}

static double share(const struct race *r, long number, int k)
{
    const struct bracket b = bracket_of(r);

    (void)number;
    return bracket_share(&b, k);
}

static void settle(struct race *r, long number)
{
    const struct bracket b = bracket_of(r);

    (void)number;
    if (r->stuck)
        bracket_settle(r, &b);
    else
        bracket_settle_early(r, &b);
}

const struct scheduler_kind scheduler_asha = {
    .is = {.name = "asha",
           .summary = "the best so far at each rung go on at once; depends on "
                      "which trials are done first",
           .source = "Li et al. 2020",
           .fields = fields,
           .size = sizeof(struct asha)},
    .by_arrival = true,
    .brackets = true,
    .rungs = rungs,
    .share = share,
    .settle = settle,
};
