/*
 * cluster_ledger.h - the ledger of a played cluster: its journal is
 * cluster_disk.h's, and results and states are what cluster_trials.h keeps.
 * Each job takes up what the journal says by the replay that a run has, and
 * writes on by what a run writes with.
 */
#ifndef CLUSTER_LEDGER_H
#define CLUSTER_LEDGER_H

#include "sweep/ledger/record.h"
#include "sweep/ledger/write.h"
#include "sweep/study/conduct.h"
#include "tests/unit/sweep/coordinator/cluster_disk.h"
#include "tests/unit/sweep/coordinator/cluster_trials.h"

/* --- the journal ---------------------------------------------------------- */

static int journal_adds(void *cluster, const char *word, long trial,
                        bool durable, const char *detail, struct error *e)
{
    struct cluster *c = cluster;

    return c->down ? 0 : disk_add(c, word, trial, durable, detail, e);
}

/* Only a trial that is to be run again takes that, which none is. */
static int journal_settles(void *cluster, struct error *e)
{
    (void)cluster;
    (void)e;
    fail_msg("nothing waits for the journal");
    return -1;
}

/* --- results and states --------------------------------------------------- */

static struct cluster_kept *kept_trial(struct cluster *c, long trial)
{
    return kept_of(c, study_trial(c->study, trial)->name);
}

/* A small result that the journal tells of is there. */
static int find_result(void *cluster, long trial, bool ended,
                       struct found_result *r, struct error *e)
{
    struct cluster *c = cluster;
    const struct trial *t = study_trial(c->study, trial);
    const struct cluster_kept *k = kept_trial(c, trial);

    (void)e;
    if (!k->result_attempt)
        return ended && c->is.small ? FOUND_SAME : FOUND_NONE;
    *r = (struct found_result){
        .attempt = k->result_attempt, .failed = k->failed, .goal = k->goal};
    return ended && (k->failed ? t->phase == PHASE_FAILED : t->goal == k->goal)
               ? FOUND_SAME
               : FOUND_OTHER;
}

static bool has_saved(void *cluster, const struct trial *t)
{
    const struct cluster_kept *k = kept_of(cluster, t->name);

    return k->step > 0 && k->attempt >= t->attempt;
}

/* What begins from another has that one's state. */
static void inherit(void *cluster, const struct assignment *a,
                    const struct trial *t)
{
    struct cluster *c = cluster;

    if (!a->from || !trial_runs(t))
        return;
    const struct cluster_kept *from = kept_of(c, name_of(c->search, a->from));
    struct cluster_kept *k = kept_of(c, t->name);

    if (!k->step)
        k->step = from->step;
}

static void take_ending(bool failed, double goal, struct found_ending *f)
{
    f->end =
        (struct ending){.failed = failed, .goal = goal, .file = {.bytes = 1}};
    str_adds(&f->reason, "failed");
}

static int find_ending(void *cluster, long trial, struct found_ending *f,
                       struct error *e)
{
    const struct cluster_kept *k = kept_trial(cluster, trial);

    (void)e;
    assert_true(k->result_attempt > 0);
    take_ending(k->failed, k->goal, f);
    return 0;
}

static int remove_result(void *cluster, long trial, struct error *e)
{
    (void)cluster;
    (void)e;
    fail_msg("trial %ld is not to be run again", trial);
    return -1;
}

static int fail_blamed(void *cluster, long trial, int times,
                       struct found_ending *f, struct error *e)
{
    struct cluster *c = cluster;

    (void)e;
    assert_true(times > c->is.retries);
    c->failed_by_world = true;
    if (!c->is.small)
        keep_result(kept_trial(c, trial),
                    study_trial(c->study, trial)->attempt + 1, true, NAN);
    take_ending(true, NAN, f);
    return 0;
}

static struct ledger_store store_of(struct cluster *c)
{
    return (struct ledger_store){.context = c,
                                 .find = find_result,
                                 .has_saved = has_saved,
                                 .inherit = inherit,
                                 .ending = find_ending,
                                 .remove = remove_result,
                                 .fail = fail_blamed};
}

/* --- what a run writes ---------------------------------------------------- */

static int note_end(struct cluster *c, long trial, bool failed, double goal,
                    struct error *e)
{
    struct ending end = {.failed = failed,
                         .goal = goal,
                         .file = {.bytes = 1},
                         .reason = "failed"};

    return ledger_end(&c->ledger, c->journal, trial, &end, NULL, e);
}

static int note_proposals(struct cluster *c, struct error *e)
{
    const struct ledger_store store = store_of(c);

    return ledger_record(&c->ledger, c->journal, &store, e);
}

static int name_trial(void *cluster, const struct assignment *a,
                      struct digest *name, struct error *e)
{
    const struct cluster *c = cluster;

    if (cannot_be(c->search, a))
        return error_set(e, "it cannot be");
    *name = name_of(c->search, a);
    return 0;
}

static void note_dropped(void *cluster, const struct error *why)
{
    (void)cluster;
    assert_non_null(strstr(why->text, "it cannot be"));
}

/* Its result may exist, from a job whose journal has lost it. */
static int name_next(struct cluster *c, struct error *e)
{
    const struct ledger_store store = store_of(c);
    const long trial = study_trials(c->study);
    struct assignment a = study_assignment(c->study, trial);
    const int failed =
        ledger_name_proposal(&c->ledger, &a, e) ||
        ledger_compare(&c->ledger, trial, &store, false, e) ||
        ledger_record_named(&c->ledger, c->journal, trial, &store, e);

    assignment_release(&c->search->space, &a);
    return failed ? -1 : 0;
}

/* --- earlier jobs --------------------------------------------------------- */

/* What the journal says, to be released. */
static void replay(struct cluster *c, int slots, struct ledger *l)
{
    const struct policy policy = {.retries = c->is.retries,
                                  .most_failures = c->options.most_failures};

    ledger_init_search(l, c->search, c->scheduler);
    ledger_decide(l, slots, &policy,
                  &(struct ledger_names){name_trial, note_dropped, c});
    assert_int_equal(disk_read(&c->disk, ledger_take, l), c->disk.n);
}

/* Each trial that was running and is not over is judged, and one that is blamed
 * was the only one running. */
static void expect_judged(const struct cluster *c)
{
    for (long i = 0; i < study_trials(c->study); i++) {
        const enum event_word verdict = ledger_trial(&c->ledger, i).verdict;
        const bool blamed = verdict == EVENT_BLAMED || verdict == EVENT_FAILED;

        assert_true(!c->was_running[i] || blamed ||
                    verdict == EVENT_SUSPECTED || study_over(c->study, i));
        for (long k = 0; k < study_trials(c->study) && blamed; k++)
            assert_true(k == i || !c->was_running[k]);
    }
}

/* A trial with a result is over, whether or not the journal has its end; unless
 * others depend on its goals before that. */
static void expect_adopted(struct cluster *c)
{
    const bool explores =
        c->scheduler && scheduler_kind_of(c->scheduler)->explore;

    for (long i = 0; i < study_trials(c->study); i++)
        if (trial_runs(study_trial(c->study, i)))
            assert_true(study_over(c->study, i) || explores ||
                        !kept_trial(c, i)->result_attempt);
}

/* The study of a job that begins, as the journal and the results have it. */
static void open_ledger(struct cluster *c, int slots)
{
    const struct journal_sink sink = {journal_adds, journal_settles, c};
    const struct ledger_store store = store_of(c);
    struct error e;

    replay(c, slots, &c->ledger);
    c->study = c->ledger.study;
    c->journal = journal_open_sink(&sink);
    for (long i = 0; i < study_trials(c->study); i++)
        assert_int_equal(ledger_compare(&c->ledger, i, &store, false, &e), 0);
    expect_adopted(c);
    if (!c->ended_in_order) {
        ledger_judge(&c->ledger, &store, false);
        expect_judged(c);
    }
    if (ledger_begin(&c->ledger, c->journal, "played", CONDUCT, &store, &e))
        fail_msg("%s", e.text);
    c->disk.synced = c->disk.done = c->disk.n;
}

static void close_ledger(struct cluster *c)
{
    journal_close(c->journal);
    ledger_release(&c->ledger);
}

#endif
