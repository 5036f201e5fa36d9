/* The study: whoever trains, whoever is first and whenever it is broken off,
 * the sweep is the same.  A world of its own plays it by a seed. */
#include "config.h"

#include "study_world.h"

#include <stdlib.h>
#include <string.h>

static void expect_one_story(const struct chosen *scheduler, long search_seed)
{
    search.seed = search_seed;
    char *calm = sweep(scheduler, 0, 1, false);

    assert_non_null(strstr(calm, "\n59: ")); /* all were proposed */
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        char *told = sweep(scheduler, seed, 1 + (int)(seed % MOST_SEATS),
                           seed > WORLDS / 4);

        if (strcmp(told, calm) != 0)
            fail_msg("%s, seed %ld, world %lu: found\n%sexpected\n%s",
                     scheduler->kind->name, search_seed, (unsigned long)seed,
                     told, calm);
        free(told);
    }
    free(calm);
}

static bool by_arrival(const struct kind *k)
{
    return ((const struct scheduler_kind *)k)->by_arrival;
}

static void check_schedulers(const struct sampler_kind *sampler)
{
    search.sampler.kind = &sampler->is;
    for (const struct kind *const *k = scheduler_kinds.list; *k; k++) {
        struct chosen c;

        assert_int_equal(chosen_preset(&c, &scheduler_kinds, (*k)->name), 0);
        for (long seed = 1; seed <= 5 && !by_arrival(*k); seed++)
            expect_one_story(&c, seed);
        if (by_arrival(*k))
            for (uint64_t seed = 1; seed <= WORLDS; seed++)
                free(sweep(&c, seed, 1 + (int)(seed % MOST_SEATS), true));
        chosen_release(&c);
    }
}

static void a_sweep_is_the_same_in_any_world(void **state)
{
    (void)state;
    check_schedulers(&drawer);
    check_schedulers(&climber);
}

/* --- a scheduler that never rules ---------------------------------------- */

static int one_rung(const struct race *r, long number)
{
    (void)r;
    (void)number;
    return 1;
}

static double half(const struct race *r, long number, int k)
{
    (void)r;
    (void)number;
    (void)k;
    return 0.5;
}

static void rule_on_nobody(struct race *r, long number)
{
    (void)r;
    (void)number;
}

static void whoever_is_never_ruled_on_is_cut(void **state)
{
    static const struct scheduler_kind silent = {.is = {.name = "silent"},
                                                 .rungs = one_rung,
                                                 .share = half,
                                                 .settle = rule_on_nobody};
    const struct chosen c = {.kind = &silent.is};

    (void)state;
    search.sampler.kind = &drawer.is;
    expect_one_story(&c, 1);
}

/* Somebody is trained to the end, and of those at a rung most are not. */
static void halving_leaves_some(void **state)
{
    struct chosen c;
    struct dice dice = {.key = random_key(1, "world")};
    struct log log = {0};
    long whole = 0, all = 0;

    (void)state;
    chosen_preset(&c, &scheduler_kinds, "halving");
    for (int learns = 0; learns <= 1; learns++) {
        search.sampler.kind = learns ? &climber.is : &drawer.is;
        struct study *s = study_new(&search, &c, 3);

        log = (struct log){0};
        assert_true(play(s, &log, 3, &dice, false));
        for (long i = 0; i < study_trials(s); i++) {
            const struct trial *t = study_trial(s, i);

            all += trial_runs(t) && t->place == PLACE_FINISHED;
            whole += t->place == PLACE_FINISHED && study_rung(s, i) == 3;
        }
        assert_in_range(whole, 1 + learns, all / 4);
        study_free(s);
        forget(&log);
    }
    chosen_release(&c);
}

/* --- stopping ------------------------------------------------------------ */

static void a_stop_reaches_every_busy_seat_once(void **state)
{
    struct study *s = study_new(&search, NULL, 5);
    struct log log = {0};
    struct next next;
    int told[5] = {0};

    (void)state;
    for (int trained = 0; trained < 3;) {
        assert_true(study_next(s, &next));
        if (next.word == NEXT_NAME)
            name_next(s, &log);
        else
            trained++;
    }
    study_tell(s, &(struct event){.word = EVENT_STOP});
    study_tell(s, &(struct event){.word = EVENT_STOP});
    while (study_next(s, &next)) {
        assert_int_equal(next.word, NEXT_STOP);
        told[next.seat]++;
    }
    for (int i = 0; i < 5; i++) {
        const long trial = study_seat(s, i);

        assert_int_equal(told[i], trial >= 0);
        if (trial >= 0)
            study_tell(s,
                       &(struct event){.word = EVENT_STOPPED, .trial = trial});
    }
    assert_true(study_next(s, &next));
    assert_int_equal(next.word, NEXT_QUIT);
    assert_false(study_next(s, &next));
    assert_int_equal(study_tally(s).own[PLACE_RUNNING], 0);
    study_free(s);
    forget(&log);
}

static void what_is_run_again_is_not_over(void **state)
{
    struct dice dice = {.key = random_key(1, "world")};
    struct study *s = study_new(&search, NULL, 2);
    struct log log = {0};
    struct next next;

    (void)state;
    assert_true(play(s, &log, 2, &dice, false));
    study_free(s);
    s = remember(NULL, &log, 2);
    const long best = study_tally(s).best;

    study_tell(s, &(struct event){.word = EVENT_AGAIN, .trial = best});
    expect_tally(s);
    assert_int_not_equal(study_tally(s).best, best);
    assert_int_equal(study_first(s), best);
    assert_true(study_next(s, &next));
    assert_int_equal(next.word, NEXT_TRAIN);
    assert_int_equal(next.trial, best);
    assert_int_equal(next.attempt, 2);
    study_free(s);
    forget(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sweep_is_the_same_in_any_world),
        cmocka_unit_test(whoever_is_never_ruled_on_is_cut),
        cmocka_unit_test(halving_leaves_some),
        cmocka_unit_test(a_stop_reaches_every_busy_seat_once),
        cmocka_unit_test(what_is_run_again_is_not_over),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
