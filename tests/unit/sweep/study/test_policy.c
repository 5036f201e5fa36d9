/*
 * What a study tolerates, the same for every caller: trials that are lost or
 * fail, and values that are not valid.
 */
#include "config.h"

#include "tests/unit/sweep/study/study_world.h"

#include "tests/unit/study_seeds.h"

/* In any simulation a trial that was lost once too often fails before any other
 * begins. */
static void who_is_lost_too_often_is_failed(void **state)
{
    long given_up = 0, lost = 0;

    (void)state;
    search.sampler.kind = &drawer.is;
    for (uint64_t seed = 0; next_world("lost", 200, &seed);) {
        struct study_world w;

        world_begin(&w, NULL, seed, 1 + (int)(seed % MOST_SLOTS), true);
        world_retries(&w, (long)(seed % 3));
        play_all(&w);
        for (long i = 0; i < study_trials(w.s); i++) {
            const struct trial *t = study_trial(w.s, i);

            assert_true(t->losses <= w.log.policy.retries + 1);
            assert_true(t->losses <= w.log.policy.retries ||
                        t->phase == PHASE_FAILED);
            given_up += t->losses > w.log.policy.retries;
            lost += t->losses > 0;
        }
        world_end(&w);
    }
    assert_true(is_one_wanted() || (given_up > 100 && lost > given_up));
}

/* The journal has a loss but no end of the trial after it: the next job fails
 * it first. */
static void who_was_given_up_when_the_job_died_is_failed(void **state)
{
    struct study *s = study_new(&search, NULL, 1);
    struct next next;

    (void)state;
    study_policy(s, &(struct policy){.retries = 0});
    study_propose(s);
    study_tell(s, &(struct event){.word = EVENT_NAMED});
    study_tell(s, &(struct event){.word = EVENT_STARTED, .attempt = 1});
    study_tell(s, &(struct event){.word = EVENT_LOST});
    assert_true(study_gives_up(s, 0));
    assert_true(study_next(s, &next));
    assert_int_equal(next.word, NEXT_FAIL);
    assert_int_equal(next.trial, 0);
    study_tell(s, &(struct event){.word = EVENT_FAILED});
    assert_true(study_next(s, &next));
    assert_int_equal(next.word, NEXT_NAME);
    study_free(s);
}

/* Only failures in this job count, each once; then all running trials stop. */
static void all_stop_when_so_many_have_failed(void **state)
{
    struct study *s = study_new(&search, NULL, 3);
    struct replay_log log = {.search = &search};
    struct next next;
    int trained = 0;

    (void)state;
    study_policy(s, &(struct policy){.retries = 0, .most_failures = 2});
    study_propose(s);
    name_next(s, &log);
    study_tell(s, &(struct event){.word = EVENT_FAILED, /* from the journal */
                                  .trial = study_trials(s) - 1});
    while (trained < 3 && study_next(s, &next))
        if (next.word == NEXT_NAME)
            name_next(s, &log);
        else
            trained++;
    study_tell(s,
               &(struct event){.word = EVENT_LOST, .trial = study_slot(s, 0)});
    assert_true(study_next(s, &next));
    assert_int_equal(next.word, NEXT_FAIL);
    study_tell(s, &(struct event){.word = EVENT_FAILED, .trial = next.trial});
    assert_false(study_failed_too_often(s));
    study_tell(
        s, &(struct event){.word = EVENT_FAILED, .trial = study_slot(s, 1)});
    assert_true(study_failed_too_often(s));
    assert_true(study_next(s, &next));
    assert_int_equal(next.word, NEXT_STOP);
    assert_int_equal(next.slot, 2);
    study_free(s);
    replay_log_release(&log);
}

/* A search that learns goes on without the trial; any other ends the sweep. */
static void
values_that_cannot_be_are_dropped_by_a_search_that_learns(void **state)
{
    (void)state;
    for (int learns = 0; learns <= 1; learns++) {
        search.sampler.kind = learns ? &climber.is : &drawer.is;
        struct study *s = study_new(&search, NULL, 1);
        struct replay_log log = {.search = &search};
        const long first = learns ? search_free(&search) : 0;

        while (study_trials(s) < first) {
            assert_non_null(study_propose(s));
            name_next(s, &log);
            const long i = study_trials(s) - 1;

            if (trial_runs(study_trial(s, i)))
                study_tell(s,
                           &(struct event){.word = EVENT_FINISHED, .trial = i});
        }
        assert_non_null(study_propose(s));
        const long trial = study_trials(s);

        study_tell(s, &(struct event){.word = EVENT_REFUSED, .trial = trial});
        assert_int_equal(study_trials(s), trial + learns);
        if (learns)
            assert_true(study_trial(s, trial)->dropped);
        study_free(s);
        replay_log_release(&log);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(who_is_lost_too_often_is_failed,
                                  say_how_if_failed),
        cmocka_unit_test(who_was_given_up_when_the_job_died_is_failed),
        cmocka_unit_test(all_stop_when_so_many_have_failed),
        cmocka_unit_test(
            values_that_cannot_be_are_dropped_by_a_search_that_learns),
    };

    signal(SIGABRT, aborted);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
