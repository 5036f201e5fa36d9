/*
 * memory_ledger.h - a ledger whose journal is in memory, and which goes on from
 * it after a death of the job.
 */
#ifndef MEMORY_LEDGER_H
#define MEMORY_LEDGER_H

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/ledger/record.h"
#include "sweep/ledger/write.h"
#include "sweep/study/conduct.h"

struct memory_ledger {
    struct ledger ledger;
    struct journal *journal; /* owned */
    struct policy policy;
    struct ledger_names names;
    long n, room;
    struct journal_entry *entry; /* [n] owned, with their details */
    int *saved; /* by trial: the last attempt that saved something; owned */
    long saves, saves_room;
};

/* --- the journal ---------------------------------------------------------- */

static int add_entry(void *ledger, const char *word, long trial, bool durable,
                     const char *detail, struct error *e)
{
    struct memory_ledger *l = ledger;

    (void)durable;
    (void)e;
    GROW(l->entry, l->n, l->room);
    struct journal_entry *entry = &l->entry[l->n++];

    *entry =
        (struct journal_entry){.trial = trial, .detail = memory_string(detail)};
    snprintf(entry->word, sizeof(entry->word), "%s", word);
    return 0;
}

/* --- results and states --------------------------------------------------- */

/* True if this attempt, or a later one, has saved a state. */
static bool has_saved(void *ledger, const struct trial *t)
{
    const struct memory_ledger *l = ledger;
    const long trial = t - study_trial(l->ledger.study, 0);

    return trial < l->saves && l->saved[trial] >= t->attempt;
}

static void inherit(void *ledger, const struct assignment *a,
                    const struct trial *t)
{
    (void)ledger;
    (void)a;
    (void)t;
}

static int fail_blamed(void *ledger, long trial, int times,
                       struct found_ending *f, struct error *e)
{
    const struct memory_ledger *l = ledger;

    (void)trial;
    (void)e;
    assert_true(times > l->policy.retries);
    f->end = (struct ending){.failed = true};
    return 0;
}

static struct ledger_store store_of(struct memory_ledger *l)
{
    return (struct ledger_store){.context = l,
                                 .has_saved = has_saved,
                                 .inherit = inherit,
                                 .fail = fail_blamed};
}

/* --- jobs ----------------------------------------------------------------- */

static void expect_done(int failed, const struct error *e)
{
    if (failed)
        fail_msg("%s", e->text);
}

/* A job begins, with what the journal has of those before. */
static void memory_ledger_begin(struct memory_ledger *l,
                                const struct search *of,
                                const struct chosen *scheduler, int slots)
{
    const struct journal_sink sink = {.add = add_entry, .context = l};
    const struct ledger_store store = store_of(l);
    const long n = l->n;
    struct error e;

    ledger_init_search(&l->ledger, of, scheduler);
    ledger_decide(&l->ledger, slots, &l->policy, &l->names);
    for (long i = 0; i < n; i++)
        expect_done(ledger_take(&l->ledger, &l->entry[i], &e), &e);
    ledger_judge(&l->ledger, &store, false);
    l->journal = journal_open_sink(&sink);
    expect_done(
        ledger_begin(&l->ledger, l->journal, "simulated", CONDUCT, &store, &e),
        &e);
}

/* The job dies. */
static void memory_ledger_end(struct memory_ledger *l)
{
    journal_close(l->journal);
    ledger_release(&l->ledger);
}

static void memory_ledger_release(struct memory_ledger *l)
{
    memory_ledger_end(l);
    for (long i = 0; i < l->n; i++)
        free(l->entry[i].detail);
    free(l->entry);
    free(l->saved);
}

/* --- events --------------------------------------------------------------- */

static void record_proposals(struct memory_ledger *l)
{
    const struct ledger_store store = store_of(l);
    struct error e;

    expect_done(ledger_record(&l->ledger, l->journal, &store, &e), &e);
}

/* One that is dropped is journalled before the next entry. */
static void memory_ledger_name(struct memory_ledger *l, long trial)
{
    struct assignment a = study_assignment(l->ledger.study, trial);
    struct error e;

    expect_done(ledger_name_proposal(&l->ledger, &a, &e), &e);
    assignment_release(&l->ledger.search->space, &a);
    if (!study_trial(l->ledger.study, trial)->dropped)
        record_proposals(l);
}

static void memory_ledger_start(struct memory_ledger *l, const struct next *d)
{
    struct error e;

    record_proposals(l);
    expect_done(record_start(l->journal, d->trial, d->attempt, &d->slot, 1, &e),
                &e);
}

static int put_event(struct memory_ledger *l, const struct event *event,
                     struct error *e)
{
    struct ending end = {.failed = event->word == EVENT_FAILED,
                         .goal = event->goal,
                         .reason = "failed"};

    if (event->word == EVENT_FINISHED || event->word == EVENT_FAILED)
        return ledger_end(&l->ledger, l->journal, event->trial, &end, NULL, e);
    if (event->word == EVENT_PAUSED)
        return record_rung(l->journal, event->trial, event->goal, e);
    if (event->word == EVENT_LOST)
        return record_word(l->journal, RECORD_LOST, event->trial, "", true, e);
    assert_int_equal(event->word, EVENT_SETTLED);
    return record_word(l->journal, RECORD_SETTLE, -1, "", true, e);
}

static void keep_state(struct memory_ledger *l, long trial)
{
    while (l->saves <= trial) {
        GROW(l->saved, l->saves, l->saves_room);
        l->saved[l->saves++] = 0;
    }
    l->saved[trial] = study_trial(l->ledger.study, trial)->attempt;
}

/* No journal says that a running trial has saved something. */
static void memory_ledger_tell(struct memory_ledger *l,
                               const struct event *event)
{
    struct error e;

    if (event->word == EVENT_SAVED)
        keep_state(l, event->trial);
    else {
        record_proposals(l);
        expect_done(put_event(l, event, &e), &e);
    }
    study_tell(l->ledger.study, event);
}

#endif
