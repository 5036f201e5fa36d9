/* judge.c - judges the trials that were running when a job died. */
#include "config.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "sweep/ledger/store.h"

/* A trial may be over and yet have been running: its result is of an attempt
 * that was given up, and trained to its end while the next one ran. */
static bool was_running(const struct ledger *l, long trial)
{
    const struct ledger_trial t = ledger_trial(l, trial);

    return l->jobs > 0 && t.job == l->jobs &&
           trial_runs(study_trial(l->study, trial)) &&
           (!study_over(l->study, trial) || t.earlier);
}

/* Return the trials that were running, [*n]; the caller frees them. */
static struct interrupted_trial *
find_interrupted(const struct ledger *l, const struct ledger_store *s, long *n)
{
    struct interrupted_trial *running = NULL;
    long room = 0;

    for (long i = *n = 0; i < study_trials(l->study); i++) {
        if (!was_running(l, i))
            continue;
        GROW(running, *n, room);
        running[(*n)++] = (struct interrupted_trial){
            .trial = i,
            .over = study_over(l->study, i),
            .saved = s->has_saved(s->context, study_trial(l->study, i))};
    }
    return running;
}

void ledger_judge(struct ledger *l, const struct ledger_store *s, bool silent)
{
    long n;
    struct interrupted_trial *running = find_interrupted(l, s, &n);

    l->cleared = study_judge(l->study, running, n, silent);
    for (long i = 0; i < n; i++) {
        struct ledger_trial *t = ledger_trial_of(l, running[i].trial);

        t->verdict = running[i].verdict;
        t->blames = running[i].blames;
        l->suspects += t->verdict == EVENT_SUSPECTED;
    }
    free(running);
}

bool ledger_may_check(const struct ledger *l, long trial)
{
    return trial >= 0 && !trial_is_suspect(study_trial(l->study, trial));
}
