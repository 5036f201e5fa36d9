/* Synchronous successive halving (Jamieson and Talwalkar 2016): all trials of
 * the sweep are one bracket. */
#include "sweep/scheduler/bracket.h"

static void note(struct scheduler *r, long number,
                 const struct scheduler_trial *was)
{
    const struct bracket b = halving_bracket(r);

    bracket_note(r, &b, number, was);
}

static void settle(struct scheduler *r, long number)
{
    const struct bracket b = halving_bracket(r);

    (void)number;
    bracket_settle(r, &b);
}

const struct scheduler_kind scheduler_halving = {
    .is = {.name = "halving",
           .summary = "the best of all at each rung go on",
           .source = "Jamieson and Talwalkar 2016",
           .fields = halving_fields,
           .size = sizeof(struct halving)},
    .brackets = true,
    .rungs = halving_rungs,
    .share = halving_share,
    .note = note,
    .settle = settle,
    .part = halving_part,
    .release = bracket_release,
};
