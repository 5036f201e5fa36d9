/* Synchronous successive halving (Jamieson and Talwalkar 2016): all trials of
 * the sweep are one bracket. */
#include "scheduler/bracket.h"

struct halving {
    double eta;
    long rungs;
};

static const struct field fields[] = {
    FIELD_REAL(struct halving, eta, 3, 1.1, 1000,
               "of the trials at a rung one in so many goes on"),
    FIELD_INT(struct halving, rungs, 3, 1, MAX_RUNGS,
              "rungs; the first lies at eta to minus so many of a run"),
    FIELD_END,
};

static struct bracket bracket_of(const struct race *r)
{
    const struct halving *c = r->scheduler->conf;

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
    bracket_settle(r, &b);
}

const struct scheduler_kind scheduler_halving = {
    .is = {.name = "halving",
           .summary = "the best of all at each rung go on",
           .source = "Jamieson and Talwalkar 2016",
           .fields = fields,
           .size = sizeof(struct halving)},
    .brackets = true,
    .rungs = rungs,
    .share = share,
    .settle = settle,
};
