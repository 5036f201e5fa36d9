#include "config.h"

#include "sweep/ledger/write.h"

#include "sweep/ledger/record.h"

/* --- ends ----------------------------------------------------------------- */

static int put_end(struct ledger *l, struct journal *j, long trial,
                   struct ending *end, const char *shared, bool adopted,
                   struct error *e)
{
    bool fresh = false;

    l->index.ends++;
    if (!shared)
        end->own = NULL;
    else if ((end->setting = index_setting(&l->index, shared, &fresh, e)) < 0)
        return error_in(e, "a result in short");
    return (fresh && record_setting(j, end->setting, shared, e)) ||
                   record_ending(j, trial, end, adopted, e)
               ? -1
               : 0;
}

int ledger_end(struct ledger *l, struct journal *j, long trial,
               struct ending *end, const char *shared, struct error *e)
{
    return put_end(l, j, trial, end, shared, false, e);
}

static int put_found(struct ledger *l, struct journal *j, long trial,
                     struct found_ending *f, bool adopted, struct error *e)
{
    f->end.own = str_text(&f->own);
    f->end.reason = str_text(&f->reason);
    return put_end(l, j, trial, &f->end, f->shared.len ? f->shared.s : NULL,
                   adopted, e);
}

/* Journal what is known of a trial's result, in a file or in the journal under
 * another number. A kill between the two leaves all states. */
static int adopt(struct ledger *l, struct journal *j, long trial,
                 const struct ledger_store *s, struct error *e)
{
    struct found_ending f = {.end = {.failed = false}};

    if (!trial_runs(study_trial(l->study, trial)) ||
        ledger_trial(l, trial).over || !study_over(l->study, trial))
        return 0;
    const int failed = s->ending(s->context, trial, &f, e) ||
                       put_found(l, j, trial, &f, true, e);

    found_ending_release(&f);
    return failed ? -1 : 0;
}

/* A failed trial that is tried again no longer has a result. */
static int put_again(struct ledger *l, struct journal *j, long trial,
                     const struct ledger_store *s, struct error *e)
{
    ledger_trial_of(l, trial)->again = false;
    l->index.ends++;
    return record_word(j, RECORD_AGAIN, trial, "", true, e) ||
                   journal_settle(j, e) || s->remove(s->context, trial, e)
               ? -1
               : 0;
}

/* --- verdicts ------------------------------------------------------------- */

/* A trial that is not tried again gets a result. */
static int give_up(struct ledger *l, struct journal *j, long trial,
                   const struct ledger_store *s, struct error *e)
{
    struct ledger_trial *t = ledger_trial_of(l, trial);
    struct found_ending f = {.end = {.failed = true}};

    t->over = true;
    const int failed = s->fail(s->context, trial, t->blames, &f, e) ||
                       put_found(l, j, trial, &f, false, e);

    found_ending_release(&f);
    return failed ? -1 : 0;
}

static int put_blamed(struct ledger *l, struct journal *j, long trial,
                      struct error *e)
{
    if (!trial_is_suspect(study_trial(l->study, trial))) /* all were cleared */
        study_tell(l->study,
                   &(struct event){.word = EVENT_BLAMED, .trial = trial});
    return record_word(j, RECORD_BLAME, trial, "", true, e);
}

/* Journal the verdict on a trial. */
static int put_verdict(struct ledger *l, struct journal *j, long trial,
                       const struct ledger_store *s, struct error *e)
{
    const enum event_word verdict = ledger_trial(l, trial).verdict;

    if (verdict != EVENT_NAMED)
        ledger_trial_of(l, trial)->verdict = EVENT_NAMED;
    if (verdict == EVENT_SAVED)
        return record_word(j, RECORD_SAVED, trial, "", true, e);
    if (verdict == EVENT_SUSPECTED)
        return record_word(j, RECORD_DOWN, trial, "", true, e);
    if (verdict == EVENT_BLAMED)
        return put_blamed(l, j, trial, e);
    return verdict == EVENT_FAILED ? give_up(l, j, trial, s, e) : 0;
}

static int put_cleared(struct ledger *l, struct journal *j, struct error *e)
{
    if (!l->cleared)
        return 0;
    study_tell(l->study, &(struct event){.word = EVENT_CLEARED});
    return record_word(j, RECORD_DOWN, -1, "", true, e);
}

/* Journal what is known of a trial and missing in the journal. */
static int catch_up(struct ledger *l, struct journal *j, long trial,
                    const struct ledger_store *s, struct error *e)
{
    if (put_verdict(l, j, trial, s, e))
        return -1;
    return ledger_trial(l, trial).again ? put_again(l, j, trial, s, e)
                                        : adopt(l, j, trial, s, e);
}

/* --- proposals ------------------------------------------------------------ */

static int record_one(struct ledger *l, struct journal *j, long trial,
                      const struct ledger_store *s, struct error *e)
{
    const struct trial *t = study_trial(l->study, trial);
    struct assignment a = study_assignment(l->study, trial);

    l->recorded = trial + 1;
    s->inherit(s->context, &a, t);
    const int failed = record_proposal(j, &l->search->space, &a, t, e);

    assignment_release(&l->search->space, &a);
    return failed;
}

static int record_up_to(struct ledger *l, struct journal *j, long trial,
                        const struct ledger_store *s, struct error *e)
{
    while (l->recorded <= trial)
        if (record_one(l, j, l->recorded, s, e))
            return -1;
    return 0;
}

int ledger_record(struct ledger *l, struct journal *j,
                  const struct ledger_store *s, struct error *e)
{
    return record_up_to(l, j, study_trials(l->study) - 1, s, e);
}

int ledger_record_named(struct ledger *l, struct journal *j, long trial,
                        const struct ledger_store *s, struct error *e)
{
    return ledger_record(l, j, s, e) || catch_up(l, j, trial, s, e) ? -1 : 0;
}

/* The entries that follow are of this plan. */
static int put_beginning(struct ledger *l, struct journal *j, const char *who,
                         int conduct, struct error *e)
{
    l->foreign = false;
    l->jobs++;
    l->index.plan = l->plan;
    l->index.conduct = conduct;
    study_conduct(l->study, conduct);
    return journal_add(j, record_name(RECORD_BEGIN), -1, true, e, "%s" PLAN,
                       who, l->plan, conduct);
}

int ledger_begin(struct ledger *l, struct journal *j, const char *who,
                 int conduct, const struct ledger_store *s, struct error *e)
{
    if (put_beginning(l, j, who, conduct, e) || put_cleared(l, j, e))
        return -1;
    for (long i = 0; i < study_trials(l->study); i++)
        if (record_up_to(l, j, i, s, e) || catch_up(l, j, i, s, e))
            return -1;
    return 0;
}
