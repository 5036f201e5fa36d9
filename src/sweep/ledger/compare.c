/* compare.c - compares the ends in a journal with the existing results. */
#include "config.h"

#include <math.h>

#include "sweep/ledger/store.h"

void found_ending_release(struct found_ending *f)
{
    str_release(&f->shared);
    str_release(&f->own);
    str_release(&f->reason);
}

static void tell(struct ledger *l, enum event_word word, long trial,
                 double goal)
{
    study_tell(l->study,
               &(struct event){.word = word, .trial = trial, .goal = goal});
}

static void tell_result(struct ledger *l, long trial,
                        const struct found_result *r)
{
    const int attempt = study_trial(l->study, trial)->attempt;

    ledger_trial_of(l, trial)->earlier = r->attempt < attempt;
    if (r->attempt > attempt)
        study_tell(l->study, &(struct event){.word = EVENT_STARTED,
                                             .trial = trial,
                                             .attempt = r->attempt});
    tell(l, r->failed ? EVENT_FAILED : EVENT_FINISHED, trial,
         r->failed ? (double)NAN : r->goal);
}

/* If other trials depend on a trial's goals at its rungs, its end is not
 * enough: it has to pass the rungs again and end again. */
static bool has_to_pass_rungs(const struct ledger *l, long trial)
{
    return l->scheduler && scheduler_kind_of(l->scheduler)->explore &&
           !study_ends(l->study, trial);
}

/* Take the end from the result if the journal lacks it or has another. */
static int take_result(struct ledger *l, long trial,
                       const struct ledger_store *s, struct error *e)
{
    const bool ended = ledger_trial(l, trial).over;
    struct found_result r;

    if (!ended && has_to_pass_rungs(l, trial))
        return 0;
    const int found = s->find(s->context, trial, ended, &r, e);

    if (found < 0 || found == FOUND_SAME)
        return found < 0 ? -1 : 0;
    if (study_over(l->study, trial))
        tell(l, EVENT_AGAIN, trial, NAN);
    if (ended)
        ledger_trial_of(l, trial)->over = false; /* to be journalled */
    if (found == FOUND_OTHER)
        tell_result(l, trial, &r);
    return 0;
}

int ledger_compare(struct ledger *l, long trial, const struct ledger_store *s,
                   bool retry, struct error *e)
{
    const struct trial *t = study_trial(l->study, trial);

    if (!trial_runs(t))
        return 0;
    if (take_result(l, trial, s, e))
        return -1;
    if (t->phase == PHASE_FAILED && retry) {
        tell(l, EVENT_AGAIN, trial, NAN);
        ledger_trial_of(l, trial)->again = true;
    }
    return 0;
}
