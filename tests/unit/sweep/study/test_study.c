/*
 * The study: whatever trains, ends first or is interrupted, the sweep is the
 * same.  Each mix of a sampler and a scheduler is simulated from a seed; one of
 * them as in CODARUN_WORLD=climber/halving/1234.
 */
#include "config.h"

#include "tests/unit/sweep/study/study_world.h"

#include "tests/unit/study_seeds.h"

enum { WORLDS = 5000, FEWER_WORLDS = 1000, SEARCHES = 5 };

/* Values, duplicates and goals of all trials, which nothing may change. */
static char *outcome_text(const struct study *s)
{
    struct str out = {0};

    for (long i = 0; i < study_trials(s); i++) {
        const struct trial *t = study_trial(s, i);

        struct assignment a = study_assignment(s, i);

        str_addf(&out, "%ld: ", i);
        assignment_whole(&search.space, &a, &out);
        assignment_release(&search.space, &a);
        str_addf(&out, " duplicate %d rungs %d %g\n", t->duplicate_of,
                 study_rung(s, i),
                 t->duplicate_of < 0 && t->phase == PHASE_FINISHED ? t->goal
                                                                   : -1);
    }
    return str_take(&out);
}

static char *sweep(const struct chosen *scheduler, uint64_t seed, int slots,
                   bool trouble)
{
    struct study_world w;

    world_begin(&w, scheduler, seed, slots, trouble);
    play_all(&w);
    assert_int_equal(study_tally(w.s).own[PHASE_PAUSED], 0);
    assert_int_equal(study_tally(w.s).own[PHASE_WAITING], 0);
    char *found = outcome_text(w.s);

    world_end(&w);
    return found;
}

/* The sweep without interruptions, on one slot; kept, so that it is simulated
 * once. */
static const char *undisturbed_text(const struct chosen *scheduler, char **calm)
{
    if (!*calm)
        *calm = sweep(scheduler, 0, 1, false);
    assert_non_null(strstr(*calm, "\n59: ")); /* all were proposed */
    return *calm;
}

static void play_world(const struct chosen *scheduler, uint64_t seed,
                       bool compare, char **calm)
{
    search.seed = 1 + (long)(seed % SEARCHES);
    char *found =
        sweep(scheduler, seed, 1 + (int)(seed % MOST_SLOTS), seed % 4 > 0);

    if (compare && strcmp(found, undisturbed_text(scheduler, calm)) != 0)
        fail_msg("found\n%sexpected\n%s", found, *calm);
    free(found);
}

/* `compare`: the order in which trials end changes nothing. */
static void play_mix(const struct sampler_kind *sampler,
                     const struct chosen *scheduler, bool compare)
{
    char *calm[SEARCHES] = {NULL}, mix[100];

    search.sampler.kind = &sampler->is;
    snprintf(mix, sizeof(mix), "%s/%s", sampler->is.name,
             scheduler->kind->name);
    for (uint64_t seed = 0;
         next_world(mix, is_full() ? WORLDS : FEWER_WORLDS, &seed);)
        play_world(scheduler, seed, compare, &calm[seed % SEARCHES]);
    for (int i = 0; i < SEARCHES; i++)
        free(calm[i]);
}

static bool by_arrival(const struct kind *k)
{
    return ((const struct scheduler_kind *)k)->by_arrival;
}

/* A scheduler that waits for a whole population does not work with a search
 * that waits for rounds. */
static bool go_together(const struct sampler_kind *sampler,
                        const struct kind *scheduler)
{
    return !sampler->round ||
           !((const struct scheduler_kind *)scheduler)->explore;
}

static void check_schedulers(const struct sampler_kind *sampler)
{
    for (const struct kind *const *k = scheduler_kinds.list; *k; k++) {
        struct chosen c;

        if (!go_together(sampler, *k))
            continue;
        assert_int_equal(chosen_preset(&c, &scheduler_kinds, (*k)->name), 0);
        play_mix(sampler, &c, !by_arrival(*k));
        chosen_release(&c);
    }
}

static void a_sweep_is_the_same_in_any_world(void **state)
{
    (void)state;
    check_schedulers(&drawer);
    check_schedulers(&climber);
}

/* --- a scheduler that never decides -------------------------------------- */

static int one_rung(const struct scheduler *r, long number)
{
    (void)r;
    (void)number;
    return 1;
}

static double half(const struct scheduler *r, long number, int k)
{
    (void)r;
    (void)number;
    (void)k;
    return 0.5;
}

static void decide_on_nobody(struct scheduler *r, long number)
{
    (void)r;
    (void)number;
}

static void trials_never_decided_on_are_cut(void **state)
{
    static const struct scheduler_kind silent = {.is = {.name = "silent"},
                                                 .rungs = one_rung,
                                                 .share = half,
                                                 .settle = decide_on_nobody};
    const struct chosen c = {.kind = &silent.is};

    (void)state;
    play_mix(&drawer, &c, true);
}

/* Some trial is trained to its end, and most of those at a rung are not. */
static void halving_leaves_some(void **state)
{
    struct chosen c;
    struct study_world w;
    long whole = 0, all = 0;

    (void)state;
    chosen_preset(&c, &scheduler_kinds, "halving");
    for (int learns = 0; learns <= 1; learns++) {
        search.sampler.kind = learns ? &climber.is : &drawer.is;
        world_begin(&w, &c, 1, 3, false);
        assert_true(play(&w));
        for (long i = 0; i < study_trials(w.s); i++) {
            const struct trial *t = study_trial(w.s, i);

            all += trial_runs(t) && t->phase == PHASE_FINISHED;
            whole += t->phase == PHASE_FINISHED && study_rung(w.s, i) == 3;
        }
        assert_in_range(whole, 1 + learns, all / 4);
        world_end(&w);
    }
    chosen_release(&c);
}

/* At each rung other trials are cloned, some of them clones. */
static void a_population_goes_on_from_its_best(void **state)
{
    struct chosen c;
    struct study_world w;
    long generations = 0;

    (void)state;
    chosen_preset(&c, &scheduler_kinds, "pbt");
    search.sampler.kind = &drawer.is;
    world_begin(&w, &c, 1, 3, false);
    assert_true(play(&w));
    assert_true(study_trials(w.s) > TRIALS + 20);
    for (long i = TRIALS; i < study_trials(w.s); i++) {
        struct assignment a = study_assignment(w.s, i);
        long before = 0;

        assert_non_null(a.from);
        for (const struct assignment *of = &a; of->from; of = of->from)
            before++;
        assignment_release(&search.space, &a);
        generations = before > generations ? before : generations;
    }
    assert_true(generations > 2);
    world_end(&w);
    chosen_release(&c);
}

/* --- stopping ------------------------------------------------------------ */

static void a_stop_reaches_every_busy_slot_once(void **state)
{
    struct study *s = study_new(&search, NULL, 5);
    struct replay_log log = {.search = &search};
    struct next next;
    int found[5] = {0};

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
        found[next.slot]++;
    }
    for (int i = 0; i < 5; i++) {
        const long trial = study_slot(s, i);

        assert_int_equal(found[i], trial >= 0);
        if (trial >= 0)
            study_tell(s,
                       &(struct event){.word = EVENT_STOPPED, .trial = trial});
    }
    assert_true(study_next(s, &next));
    assert_int_equal(next.word, NEXT_QUIT);
    assert_false(study_next(s, &next));
    assert_int_equal(study_tally(s).own[PHASE_RUNNING], 0);
    study_free(s);
    replay_log_release(&log);
}

static void what_is_run_again_is_not_over(void **state)
{
    struct study_world w;
    struct next next;

    (void)state;
    world_begin(&w, NULL, 1, 2, false);
    assert_true(play(&w));
    study_free(w.s);
    struct study *s = w.s = replay_log_replay(&w.log, 2);
    const long best = study_tally(s).best;

    study_tell(s, &(struct event){.word = EVENT_AGAIN, .trial = best});
    expect_tally(s);
    assert_int_not_equal(study_tally(s).best, best);
    assert_int_equal(study_first(s), best);
    assert_true(study_next(s, &next));
    assert_int_equal(next.word, NEXT_TRAIN);
    assert_int_equal(next.trial, best);
    assert_int_equal(next.attempt, 2);
    world_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_sweep_is_the_same_in_any_world,
                                  say_how_if_failed),
        cmocka_unit_test_teardown(trials_never_decided_on_are_cut,
                                  say_how_if_failed),
        cmocka_unit_test(halving_leaves_some),
        cmocka_unit_test(a_population_goes_on_from_its_best),
        cmocka_unit_test(a_stop_reaches_every_busy_slot_once),
        cmocka_unit_test(what_is_run_again_is_not_over),
    };

    signal(SIGABRT, aborted);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
