/*
 * ledger_world.h - jobs of one sweep, one after the other, with a journal and a
 * disk in memory. Each job reads the journal by the real replay, and writes by
 * the real functions.
 */
#ifndef LEDGER_WORLD_H
#define LEDGER_WORLD_H

#include "tests/unit/sweep/ledger/ledger_disk.h"

/* --- jobs -------------------------------------------------------------------
 */

/* Exactly the trials that were running are judged, and none that the last job
 * did not begin. */
static void expect_judged(const struct ledger_world *w)
{
    for (int i = 0; i < w->interrupted_n; i++)
        assert_int_not_equal(
            ledger_trial(&w->ledger, w->interrupted[i]).verdict, EVENT_NAMED);
    for (long i = 0; i < study_trials(w->ledger.study); i++)
        assert_true(ledger_trial(&w->ledger, i).verdict == EVENT_NAMED ||
                    w->began[i] == w->jobs);
}

static void job_begin(struct ledger_world *w)
{
    const struct ledger_store store = store_of(w);
    struct error e;

    if (replay(w, w->n, &w->ledger, &e))
        fail_msg("%s", e.text);
    for (long i = 0; i < study_trials(w->ledger.study); i++)
        assert_int_equal(ledger_compare(&w->ledger, i, &store, false, &e), 0);
    if (w->jobs) {
        ledger_judge(&w->ledger, &store, false);
        expect_judged(w);
    }
    w->jobs++;
    w->interrupted_n = 0;
    if (ledger_begin(&w->ledger, w->journal, "played", 3, &store, &e))
        fail_msg("%s", e.text);
    sync_lines(w, &e);
}

/* --- a job ------------------------------------------------------------------
 */

static void tell(struct ledger_world *w, enum event_word word, long trial,
                 double goal)
{
    study_tell(w->ledger.study,
               &(struct event){.word = word, .trial = trial, .goal = goal});
}

static void end_trial(struct ledger_world *w, long trial, bool failed,
                      double goal)
{
    struct ending end = {.failed = failed,
                         .goal = goal,
                         .file = {.bytes = 1},
                         .reason = "failed"};
    struct section_cache *k = kept_trial(w, trial);
    struct error e;

    *k = (struct section_cache){
        .name = k->name,
        .there = true,
        .failed = failed,
        .attempt = study_trial(w->ledger.study, trial)->attempt,
        .goal = failed ? (double)NAN : goal};
    tell(w, failed ? EVENT_FAILED : EVENT_FINISHED, trial, goal);
    assert_int_equal(ledger_end(&w->ledger, w->journal, trial, &end, NULL, &e),
                     0);
}

static void train(struct ledger_world *w, const struct next *d)
{
    struct error e;

    record_start(w->journal, d->trial, d->attempt, &d->slot, 1, &e);
    sync_lines(w, &e); /* before the order is sent */
    w->began[d->trial] = w->jobs;
    w->until[d->slot] = d->until;
    w->ends_there[d->slot] = d->ends_there;
}

static void name_next(struct ledger_world *w, const struct ledger_store *s)
{
    const long trial = study_trials(w->ledger.study);
    struct assignment a = study_assignment(w->ledger.study, trial);
    struct error e;

    assert_int_equal(ledger_name_proposal(&w->ledger, &a, &e), 0);
    assert_int_equal(ledger_compare(&w->ledger, trial, s, false, &e), 0);
    assert_int_equal(ledger_record_named(&w->ledger, w->journal, trial, s, &e),
                     0);
    assignment_release(&search.space, &a);
}

static void obey(struct ledger_world *w, const struct next *d)
{
    const struct ledger_store store = store_of(w);
    struct error e;

    assert_int_equal(ledger_record(&w->ledger, w->journal, &store, &e), 0);
    if (d->word == NEXT_NAME)
        name_next(w, &store);
    else if (d->word == NEXT_TRAIN)
        train(w, d);
    else if (d->word == NEXT_FAIL)
        end_trial(w, d->trial, true, (double)NAN);
    else {
        assert_int_equal(d->word, NEXT_SETTLE);
        record_word(w->journal, RECORD_SETTLE, -1, "", true, &e);
        tell(w, EVENT_SETTLED, -1, 0);
    }
}

/* The trial of a slot ends in some way. */
static void end_slot(struct ledger_world *w, int slot, bool trouble)
{
    const long trial = study_slot(w->ledger.study, slot);
    const bool whole = !(w->until[slot] > 0);
    struct assignment a = study_assignment(w->ledger.study, trial);
    const double goal = goal_of(&a, whole ? 1 : w->until[slot]);
    struct error e;

    assignment_release(&search.space, &a);
    if (trouble && roll(&w->dice, 6) == 0) {
        tell(w, EVENT_LOST, trial, 0);
        record_word(w->journal, RECORD_LOST, trial, "lost", true, &e);
    } else if (whole || w->ends_there[slot] || isnan(goal)) {
        end_trial(w, trial, isnan(goal), goal);
    } else {
        kept_trial(w, trial)->saved =
            study_trial(w->ledger.study, trial)->attempt;
        tell(w, EVENT_PAUSED, trial, goal);
        record_rung(w->journal, trial, goal, &e);
    }
}

static int busy_slot(struct ledger_world *w)
{
    int slot[MOST_SLOTS], n = 0;

    for (int i = 0; i < w->slots; i++)
        if (study_slot(w->ledger.study, i) >= 0)
            slot[n++] = i;
    assert_true(n > 0);
    return slot[roll(&w->dice, (uint32_t)n)];
}

/* The job is gone: any part of the lines that were not synced remains, and some
 * trials have saved a state. */
static void job_dies(struct ledger_world *w)
{
    w->interrupted_n = 0;
    for (int i = 0; i < MOST_SLOTS; i++) {
        const long trial = study_slot(w->ledger.study, i);

        if (trial < 0)
            continue;
        w->interrupted[w->interrupted_n++] = trial;
        if (roll(&w->dice, 2))
            kept_trial(w, trial)->saved =
                study_trial(w->ledger.study, trial)->attempt;
    }
    cut_lines(w, w->synced +
                     (long)roll(&w->dice, (uint32_t)(w->n - w->synced) + 1));
    w->synced = w->n;
    ledger_release(&w->ledger);
}

static void world_init(struct ledger_world *w, const struct chosen *scheduler,
                       uint64_t seed, long retries)
{
    *w = (struct ledger_world){.dice = {.key = random_key(seed, "ledger")},
                               .scheduler = scheduler,
                               .policy = {.retries = retries}};
    w->slots = MOST_SLOTS;
    w->journal = journal_open_sink(&(struct journal_sink){
        .add = add_line, .settle = sync_lines, .context = w});
}

static void world_release(struct ledger_world *w)
{
    ledger_release(&w->ledger);
    journal_close(w->journal);
    cut_lines(w, 0);
    free(w->line);
}

#endif
