/*
 * Median stopping (Golovin et al. 2017, section 3.2.2): a trial is cut where it
 * is worse than the median of earlier ones were there.  Earlier are those of
 * the rounds before its own, whoever was first: it waits for them to come so
 * far.
 */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "scheduler/scheduler.h"

struct median {
    long rungs, round, least;
};

static const struct field fields[] = {
    FIELD_INT(struct median, rungs, 4, 1, MAX_RUNGS,
              "places to end at, evenly over a run"),
    FIELD_INT(struct median, round, 8, 1, 1000000,
              "trials that are judged by those before them"),
    FIELD_INT(struct median, least, 4, 1, 1000000,
              "trials that a median takes; with fewer all go on"),
    FIELD_END,
};

static int rungs(const struct race *r, long number)
{
    (void)number;
    return (int)((const struct median *)r->scheduler->conf)->rungs;
}

static double share(const struct race *r, long number, int k)
{
    return (k + 1.0) / (rungs(r, number) + 1.0);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Of n values; the middle two's mean. */
static double median_of(double *value, long n)
{
    qsort(value, (size_t)n, sizeof(*value), ascending);
    return (value[(n - 1) / 2] + value[n / 2]) / 2;
}

/* Rule on entrant i, unless one before it has not come so far. */
static void judge(struct race *r, long i)
{
    const struct median *c = r->scheduler->conf;
    const struct entrant *t = &r->entrant[i];
    const long before = i / c->round * c->round;
    const int k = t->rung - 1;
    double *value = memory_new(((size_t)before + 1) * sizeof(*value));
    long n = 0;
    bool waits = false;

    for (long j = 0; j < before; j++) {
        const struct entrant *o = &r->entrant[j];

        waits |= !o->out && !o->over && o->rung <= k;
        value[n] = entrant_at(o, k);
        n += !isnan(value[n]);
    }
    if (!waits) {
        const bool worse =
            n >= c->least && race_better(r, median_of(value, n), t->value[k]);

        race_rule(r, i, worse ? RULING_CUT : RULING_GO_ON);
    }
    free(value);
}

static void settle(struct race *r, long number)
{
    for (long i = number; i < r->n; i++)
        if (r->entrant[i].ruling == RULING_WAIT)
            judge(r, i);
}

const struct scheduler_kind scheduler_median = {
    .is = {.name = "median",
           .summary = "ends trials that are worse than the median was",
           .source = "Golovin et al. 2017",
           .fields = fields,
           .size = sizeof(struct median)},
    .rungs = rungs,
    .share = share,
    .settle = settle,
};
