/* replay.c - passes the journal's entries to a study, as the events that they
 * were. */
#include "config.h"

#include "sweep/ledger/ledger_internal.h"

int ledger_name_proposal(struct ledger *l, const struct assignment *a,
                         struct error *e)
{
    struct event event = {.word = EVENT_NAMED, .trial = a->number};

    if (!l->names.name(l->names.context, a, &event.name, e)) {
        study_tell(l->study, &event);
        return 0;
    }
    error_in(e, "trial %ld", a->number);
    event.word = EVENT_REFUSED;
    study_tell(l->study, &event);
    if (study_trials(l->study) == a->number)
        return -1;
    l->names.dropped(l->names.context, e);
    return 0;
}

int ledger_check_waits(const struct ledger *l, struct error *e)
{
    return study_waits(l->study)
               ? error_set(e, "stopped while trial %ld was being proposed",
                           study_trials(l->study))
               : 0;
}

/* An older journal contains trials that it never proposed. */
static int name_up_to(struct ledger *l, long trial, struct error *e)
{
    const struct assignment *a;

    while (study_trials(l->study) <= trial &&
           (a = study_propose(l->study)) != NULL)
        if (ledger_name_proposal(l, a, e))
            return -1;
    return ledger_check_waits(l, e);
}

/* An older journal may propose a trial that was named already. */
static int take_proposal(struct ledger *l, struct event *event, struct error *e)
{
    const long n = study_trials(l->study);

    if (event->trial == n && study_expects(l->study)) {
        study_tell(l->study, event);
        l->recorded = n + 1;
        return 0;
    }
    const bool known =
        event->trial < n && event->word == EVENT_PROPOSED &&
        digest_equal(study_trial(l->study, event->trial)->name, event->name);

    if (known && event->trial >= l->recorded)
        l->recorded = event->trial + 1;
    assignment_release(&l->search->space, &event->a);
    return known ? 0
                 : error_set(e,
                             "found a proposal of trial %ld, expected one of "
                             "trial %ld",
                             event->trial, n);
}

static void tell(struct ledger *l, const struct event *event,
                 const struct ending *end)
{
    struct ledger_trial *t = ledger_trial_of(l, event->trial);

    study_tell(l->study, event);
    *t = (struct ledger_trial){.over = event->word == EVENT_FINISHED ||
                                       event->word == EVENT_FAILED,
                               .bytes = end->file.bytes,
                               .job = t->job};
}

static int tell_entry(struct ledger *l, const struct journal_entry *entry,
                      struct error *e)
{
    struct event event;
    struct ending end;
    const int told = record_read(entry, &l->search->space, &event, &end, e);

    if (told <= 0)
        return told;
    if (event.word == EVENT_SETTLED || event.word == EVENT_CLEARED)
        return study_tell(l->study, &event), 0;
    if (event.word == EVENT_PROPOSED || event.word == EVENT_DROPPED)
        return take_proposal(l, &event, e);
    if (event.trial < 0 || name_up_to(l, event.trial, e))
        return event.trial < 0 ? 0 : -1;
    if (event.trial < study_trials(l->study) &&
        trial_runs(study_trial(l->study, event.trial)))
        tell(l, &event, &end);
    return 0;
}

/* Note which attempts have no end. Entries on a trial that the study does not
 * have are ignored. */
static void see_attempt(struct ledger *l, enum record_word word, long trial)
{
    if (trial >= 0 && trial < study_trials(l->study) && record_of_trial(word))
        ledger_trial_of(l, trial)->job =
            word == RECORD_START ? (int)l->jobs : 0;
}

int replay_entry(struct ledger *l, enum record_word word,
                 const struct journal_entry *entry, struct error *e)
{
    if (tell_entry(l, entry, e))
        return -1;
    see_attempt(l, word, entry->trial);
    return 0;
}
