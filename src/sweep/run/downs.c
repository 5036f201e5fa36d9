#include "config.h"

#include "sweep/run/downs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "sweep/ledger/record.h"
#include "sweep/run/books_parts.h"
#include "sweep/run/outcome.h"

void downs_entry(struct books *b, const struct journal_entry *entry)
{
    const enum record_word word = record_word_of(entry);

    if (word == RECORD_BEGIN)
        b->jobs++;
    else if (entry->trial >= 0 && entry->trial < study_trials(b->study) &&
             record_of_trial(word))
        recall_filed(b, entry->trial)->job =
            word == RECORD_START ? (int)b->jobs : 0;
}

/* --- judging ------------------------------------------------------------- */

static bool was_in_hand(const struct books *b, long trial)
{
    return b->jobs > 0 && recall_said(b, trial).job == b->jobs &&
           trial_runs(study_trial(b->study, trial)) &&
           !study_over(b->study, trial);
}

/* Those that were in hand, [*n] for the caller to free. */
static struct held *find_held(struct books *b, long *n)
{
    struct held *held = NULL;
    long room = 0;

    for (long i = *n = 0; i < study_trials(b->study); i++) {
        const struct trial *t = study_trial(b->study, i);

        if (!was_in_hand(b, i))
            continue;
        GROW(held, *n, room);
        held[(*n)++] = (struct held){
            .trial = i,
            .saved = outcome_has_saved(b->o->dir, t->name, t->attempt)};
    }
    return held;
}

/* One that was merely silent fails no trial at once. */
static long retries(const struct books *b)
{
    const long most = b->x->run.retries;

    return b->before.silent && most < 1 ? 1 : most;
}

void downs_judge(struct books *b)
{
    struct held *held;
    long n;

    if (!b->died)
        return;
    held = find_held(b, &n);
    b->cleared = study_judge(b->study, held, n, retries(b));
    for (long i = 0; i < n; i++) {
        struct filed *f = recall_filed(b, held[i].trial);

        f->verdict = held[i].verdict;
        f->blames = held[i].blames;
        b->downs += f->verdict == EVENT_DOWN;
    }
    free(held);
}

bool downs_may_check(const struct books *b, long trial)
{
    return trial >= 0 && !trial_is_suspect(study_trial(b->study, trial));
}

/* --- noting -------------------------------------------------------------- */

/* A trial that is not tried again has a row. */
static int give_up(struct books *b, long trial, struct error *e)
{
    struct filed *f = recall_filed(b, trial);
    struct letter l;
    char why[64];

    snprintf(why, sizeof(why), "took the job down %d time%s", f->blames,
             f->blames == 1 ? "" : "s");
    log_warning("trial %ld %s, and is failed", trial, why);
    f->over = true;
    return lease_lost(b->lease, e) ||
                   outcome_fail(b->x, b->o->dir, b->study, trial, why, &l, e) ||
                   books_end(b, &l.report, e)
               ? -1
               : 0;
}

static int note_blamed(struct books *b, long trial, struct error *e)
{
    log_info("a run died with trial %ld in hand, of which it had saved "
             "nothing: it is tried alone, behind the others",
             trial);
    if (!trial_is_suspect(study_trial(b->study, trial))) /* all were cleared */
        study_tell(b->study,
                   &(struct event){.word = EVENT_BLAMED, .trial = trial});
    return record_word(b->journal, RECORD_BLAME, trial, "", true, e);
}

int downs_note(struct books *b, long trial, struct error *e)
{
    const enum event_word verdict = recall_said(b, trial).verdict;

    if (verdict != EVENT_NAMED)
        recall_filed(b, trial)->verdict = EVENT_NAMED;
    if (verdict == EVENT_SAVED)
        return record_word(b->journal, RECORD_SAVED, trial, "", true, e);
    if (verdict == EVENT_DOWN)
        return record_word(b->journal, RECORD_DOWN, trial, "", true, e);
    if (verdict == EVENT_BLAMED)
        return note_blamed(b, trial, e);
    return verdict == EVENT_FAILED ? give_up(b, trial, e) : 0;
}

int downs_note_all(struct books *b, struct error *e)
{
    if (b->downs)
        log_info("a run died with %ld trials in hand of which it had saved "
                 "nothing: they are tried behind the others, half at a time",
                 b->downs);
    if (!b->cleared)
        return 0;
    study_tell(b->study, &(struct event){.word = EVENT_CLEARED});
    return record_word(b->journal, RECORD_DOWN, -1, "", true, e);
}
