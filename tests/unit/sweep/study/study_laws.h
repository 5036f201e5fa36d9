/*
 * study_laws.h - properties of a simulated study after its job has died.
 */
#ifndef STUDY_LAWS_H
#define STUDY_LAWS_H

#include "tests/unit/dice.h"

#include "sweep/simulate/replay_log.h"

/* If no trial caused a death, or it is explained, no trial is a suspect. */
static void expect_cleared(const struct study *s, const struct replay_log *c)
{
    bool explained = true;

    for (long i = 0; i < c->interrupted_n; i++)
        explained &= c->interrupted[i].verdict == EVENT_SAVED ||
                     c->interrupted[i].verdict == EVENT_FAILED;
    for (long i = 0; i < study_trials(s) && explained; i++)
        assert_false(trial_is_suspect(study_trial(s, i)));
}

/* Return the study of the next job, which has judged the death. */
static struct study *resume(struct replay_log *c, int slots)
{
    struct study *s = replay_log_replay(c, slots);

    expect_cleared(s, c);
    return s;
}

/* At most half of the suspects of the highest class run with nothing saved, and
 * no other trial without saved state beside them. */
static void expect_halves(const struct study *s)
{
    int unsaved = 0, tried = 0, most = 0, like = 0;

    for (long i = 0; i < study_trials(s); i++) {
        const struct trial *t = study_trial(s, i);
        const bool unsaved_run = t->slot >= 0 && !t->saved;

        if (t->job_deaths > most)
            most = t->job_deaths, like = tried = 0;
        unsaved += unsaved_run;
        like += most > 0 && t->job_deaths == most;
        tried += most > 0 && t->job_deaths == most && unsaved_run;
        assert_true(!unsaved_run || t->job_deaths == 0 ||
                    t->job_deaths == most);
    }
    assert_true(tried == 0 || unsaved == tried);
    assert_true(tried <= 1 || tried <= like / 2);
}

#endif
