/*
 * Median stopping (after Golovin et al. 2017, section 3.2.2): a trial is
 * stopped at a rung if it is worse than the median of earlier trials there.
 * Both values are the best so far; the paper uses running averages.  Earlier
 * trials are those of earlier rounds, whatever the order of arrival: the trial
 * waits until they have reached the rung.
 *
 * A trial counts at the rungs that it has reached, not at later ones, whether
 * it was stopped or has ended.  A trial of which only the end is known, as
 * without a journal, does not count.
 */
#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "sweep/scheduler/ranking.h"
#include "sweep/scheduler/scheduler.h"

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

static int rungs(const struct scheduler *r, long number)
{
    (void)number;
    return (int)((const struct median *)r->scheduler->conf)->rungs;
}

static double share(const struct scheduler *r, long number, int k)
{
    return (k + 1.0) / (rungs(r, number) + 1.0);
}

/* --- notes ---------------------------------------------------------------- */

/* The progress of a sweep at one rung. */
struct rung_progress {
    int come;           /* trials before this one have come, or never will */
    struct ranking all; /* their values, the better half separate */
    int rounds, room;
    struct median_round { /* over the trials before a round */
        int n;            /* number of trials with a value */
        double median;
    } * before; /* [rounds] owned */
};

static struct rung_progress *reaches_of(struct scheduler *r)
{
    if (!r->notes) {
        struct rung_progress *reach = memory_zeroed(MAX_RUNGS, sizeof(*reach));

        for (int k = 0; k < MAX_RUNGS; k++)
            ranking_init(&reach[k].all, r->maximize);
        r->notes = reach;
    }
    return r->notes;
}

static void release(struct scheduler *r)
{
    struct rung_progress *reach = r->notes;

    for (int k = 0; k < MAX_RUNGS; k++) {
        ranking_release(&reach[k].all);
        free(reach[k].before);
    }
    free(reach);
}

/* True if it may still reach rung k. */
static bool is_awaited(const struct scheduler_trial *t, int k)
{
    return !t->out && !t->over && t->rung <= k;
}

/* If a counted trial is run again, its rungs are counted again. */
static void note(struct scheduler *r, long number,
                 const struct scheduler_trial *was)
{
    struct rung_progress *reach = reaches_of(r);

    for (int k = 0; k < rungs(r, number); k++) {
        if (number >= reach[k].come || (!is_awaited(&r->trial[number], k) &&
                                        !scheduler_differs(r, number, was, k)))
            continue;
        ranking_clear(&reach[k].all);
        reach[k].come = reach[k].rounds = 0;
    }
}

/* --- decisions ------------------------------------------------------------ */

/* The median, the mean of the middle two. */
static struct median_round verdict(struct ranking *all)
{
    const int n = (int)ranking_count(all);

    if (!n)
        return (struct median_round){.median = NAN};
    ranking_split(all, (n + 1) / 2);
    const double a = all->best.item[0].value;
    const double b = n % 2 ? a : all->rest.item[0].value;

    return (struct median_round){n, (a + b) / 2};
}

/* Decide on trial i, if it waits at rung k and the trials before its round have
 * come there. */
static void judge(struct scheduler *r, long i, int k)
{
    const struct median *c = r->scheduler->conf;
    const struct scheduler_trial *t = &r->trial[i];
    const struct rung_progress *reach = &reaches_of(r)[k];

    if (t->decision != DECISION_WAIT || t->rung != k + 1 ||
        i / c->round >= reach->rounds)
        return;
    const struct median_round *by = &reach->before[i / c->round];
    const bool worse =
        by->n >= c->least &&
        scheduler_better(r, by->median, scheduler_value(r, i, k));

    scheduler_decide(r, i, worse ? DECISION_STOP : DECISION_PROMOTE);
}

/* All trials before a round have come to rung k: take the median. */
static void open_round(struct scheduler *r, int k)
{
    const struct median *c = r->scheduler->conf;
    struct rung_progress *reach = &reaches_of(r)[k];

    GROW(reach->before, reach->rounds, reach->room);
    reach->before[reach->rounds++] = verdict(&reach->all);
    for (long i = reach->come; i < r->n && i < reach->come + c->round; i++)
        judge(r, i, k);
}

/* True if a trial that is no longer awaited counts at rung k.  Under conduct 1
 * its end counted, too. */
static bool counts(const struct scheduler *r, long i, int k)
{
    return (r->conduct_1 || r->trial[i].rung > k) &&
           !isnan(scheduler_value(r, i, k));
}

static void advance(struct scheduler *r, int k)
{
    const struct median *c = r->scheduler->conf;
    struct rung_progress *reach = &reaches_of(r)[k];

    if (!reach->rounds)
        open_round(r, k);
    while (reach->come < r->n && !is_awaited(&r->trial[reach->come], k)) {
        if (counts(r, reach->come, k))
            ranking_add(&reach->all,
                        (struct heap_item){scheduler_value(r, reach->come, k),
                                           reach->come, 0});
        if (++reach->come % c->round == 0)
            open_round(r, k);
    }
}

static void settle(struct scheduler *r, long number)
{
    for (int k = 0; k < rungs(r, number); k++) {
        judge(r, number, k);
        advance(r, k);
    }
}

const struct scheduler_kind scheduler_median = {
    .is = {.name = "median",
           .summary = "ends trials that are worse than the median was",
           .source = "Golovin et al. 2017",
           .fields = fields,
           .size = sizeof(struct median)},
    .rungs = rungs,
    .share = share,
    .note = note,
    .settle = settle,
    .release = release,
};
