/*
 * Asynchronous successive halving (Li et al. 2020): a trial goes on as soon as
 * it is among the best of those that have reached its rung so far, so no trial
 * waits for the slowest; which trials go on depends on the order of arrival.
 */
#include "sweep/scheduler/bracket.h"

static void note(struct scheduler *r, long number,
                 const struct scheduler_trial *was)
{
    const struct bracket b = halving_bracket(r);

    bracket_note_early(r, &b, number, was);
}

static void settle(struct scheduler *r, long number)
{
    const struct bracket b = halving_bracket(r);

    if (r->stuck)
        bracket_settle(r, &b);
    else
        bracket_settle_early(r, &b, number);
}

const struct scheduler_kind scheduler_asha = {
    .is = {.name = "asha",
           .summary = "the best so far at each rung go on at once; depends on "
                      "which trials are done first",
           .source = "Li et al. 2020",
           .fields = halving_fields,
           .size = sizeof(struct halving)},
    .by_arrival = true,
    .brackets = true,
    .rungs = halving_rungs,
    .share = halving_share,
    .note = note,
    .settle = settle,
    .part = halving_part,
    .release = bracket_release,
};
