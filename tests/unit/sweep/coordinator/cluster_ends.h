/*
 * cluster_ends.h - what must hold after a job of a simulated cluster has ended
 * in order.
 *
 * - All living ranks have left, and are sent nothing more.
 * - A replay of the journal gives the trials as the coordinator has them.
 * - Observers were notified of each end.
 * - Without trouble no slot is idle while a trial waits that could be trained.
 */
#ifndef CLUSTER_ENDS_H
#define CLUSTER_ENDS_H

#include "tests/unit/sweep/coordinator/cluster_world.h"

/* All living ranks are ordered to leave, unless rank 0 ends all. */
static void expect_leave(struct cluster *c)
{
    const enum attendance a = coordinator_attendance(c->coordinator);

    if (a == SOME_SILENT)
        return;
    c->leaves = true;
    for (const double until = c->now + 100; go_on_until(c, until);)
        ;
    for (int i = c->is.dedicated; i < c->is.ranks && !c->down; i++)
        assert_true(c->rank[i].left || c->rank[i].dead);
}

/* --- the journal ---------------------------------------------------------- */

static void expect_trial(const struct study *a, const struct study *b, long i)
{
    const struct trial *s = study_trial(a, i), *t = study_trial(b, i);

    assert_true(digest_equal(s->name, t->name));
    assert_int_equal(s->phase, t->phase);
    assert_int_equal(s->losses, t->losses);
    if (!study_over(a, i)) /* an adopted result may be of a later attempt */
        assert_int_equal(s->attempt, t->attempt);
    assert_int_equal(s->duplicate_of, t->duplicate_of);
    assert_int_equal(study_rung(a, i), study_rung(b, i));
    assert_true(s->goal == t->goal || (isnan(s->goal) && isnan(t->goal)));
}

/* A proposal dropped after the last named one may be dropped again. */
static void expect_replay(struct cluster *c)
{
    struct ledger l;

    replay(c, 1, &l);
    assert_int_equal(study_trials(l.study), study_trials(c->study));
    for (long i = 0; i < study_trials(c->study); i++)
        expect_trial(c->study, l.study, i);
    ledger_release(&l);
}

/* True if an attempt of the trial has begun in this job. */
static bool has_begun(const struct cluster *c, long trial)
{
    for (long i = c->first; i < c->disk.n; i++)
        if (c->disk.line[i].trial == trial &&
            !strcmp(c->disk.line[i].word, record_name(RECORD_START)))
            return true;
    return false;
}

/* Observers were notified of every end, but of trials that an earlier job had
 * lost for the last time. */
static void expect_notices(const struct cluster *c)
{
    for (long i = c->first; i < c->disk.n; i++) {
        const struct cluster_line *l = &c->disk.line[i];

        if (!strcmp(l->word, record_name(RECORD_FINISH)) ||
            (!strcmp(l->word, record_name(RECORD_FAIL)) &&
             has_begun(c, l->trial)))
            assert_true(c->sent[l->trial].noticed);
    }
}

/* --- how it ends ---------------------------------------------------------- */

static bool is_all_over(const struct study *s)
{
    const struct study_tally t = study_tally(s);

    return t.own[PHASE_WAITING] + t.own[PHASE_PAUSED] + t.own[PHASE_RUNNING] ==
           0;
}

/* The coordinator's end agrees with the trials. */
static void expect_end(struct cluster *c, enum sweep_end end)
{
    if (end == SWEEP_DONE ||
        (end == SWEEP_FAILED_TRIALS && !c->options.most_failures))
        assert_true(is_all_over(c->study));
    if (end == SWEEP_STOPPED)
        assert_true(c->asked);
    if (end == SWEEP_ERROR)
        assert_true(c->is.trouble);
    assert_int_equal(study_tally(c->study).own[PHASE_RUNNING], 0);
    if (c->disk.failed)
        return;
    expect_replay(c);
    if (c->quits)
        expect_notices(c);
}

/* --- how long it takes ---------------------------------------------------- */

/* For trials that do not wait for each other: all the work, divided, plus the
 * longest trial, which may delay others for a while. */
static void expect_makespan(struct cluster *c)
{
    double all = 0, longest = 0;

    if (c->troubled ||
        scheduler_has_rungs(&(struct scheduler){.scheduler = c->scheduler}) ||
        search_kind(c->search)->round)
        return;
    for (long i = 0; i < study_trials(c->study); i++) {
        struct assignment a = study_assignment(c->study, i);
        const double seconds = step_seconds(c, &a) * steps_to(c, &a, 0);

        assignment_release(&c->search->space, &a);
        if (!trial_runs(study_trial(c->study, i)))
            continue;
        all += seconds + 0.1;
        longest = fmax(longest, seconds);
    }
    assert_true(c->now - c->began <=
                all / c->membership.rank_groups.groups + longest + 1.5);
}

#endif
