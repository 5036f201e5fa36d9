/*
 * The ledger: a replay reads what was written into a journal, and a run that
 * continues from any beginning of the journal gets the same sweep.
 */
#include "config.h"

#include "tests/unit/sweep/ledger/ledger_world.h"

#include <signal.h>

#include "tests/unit/study_seeds.h"

enum { WORLDS = 30, FEWER_WORLDS = 10, SEARCHES = 3 };

/* Everything that decisions depend on. Trials that were running do not run when
 * it is read. */
static char *outcome_text(const struct study *s, bool whole)
{
    const struct study_tally t = study_tally(s);
    struct str out = {0};

    for (long i = 0; i < study_trials(s); i++) {
        const struct trial *r = study_trial(s, i);
        const bool waits =
            r->phase == PHASE_RUNNING || r->phase == PHASE_WAITING;

        str_addf(&out, "%ld: ", i);
        study_text(s, i, " ", &out);
        str_addf(&out, " dropped %d duplicate %d rungs %d ends %d", r->dropped,
                 r->duplicate_of, study_rung(s, i), study_ends(s, i));
        str_addf(&out, " place %d goal %g",
                 waits ? PHASE_WAITING : (int)r->phase,
                 r->phase == PHASE_FINISHED ? r->goal : -1);
        if (whole && waits)
            str_addf(&out, " attempt %d losses %d deaths %d blames %d",
                     r->attempt, r->losses, r->job_deaths, r->blames);
        str_adds(&out, "\n");
    }
    str_addf(&out, "%ld trials, best %ld\n", t.trials, t.best);
    return str_take(&out);
}

/* A replay of the journal so far gives everything that decisions depend on. The
 * last dropped proposals may not be in it yet. */
static void expect_replayed(const struct ledger_world *w)
{
    if (w->ledger.recorded < study_trials(w->ledger.study))
        return;
    char *live = outcome_text(w->ledger.study, true);
    struct ledger again;
    struct error e;

    if (replay(w, w->n, &again, &e))
        fail_msg("%s", e.text);
    char *text = outcome_text(again.study, true);

    assert_string_equal(text, live);
    assert_int_equal(again.recorded, study_trials(again.study));
    assert_int_equal(again.jobs, w->jobs);
    free(text);
    free(live);
    ledger_release(&again);
}

/* Run until the sweep is over; false if the job died before. */
static bool play(struct ledger_world *w, bool trouble)
{
    struct next d;

    for (;;) {
        while (study_next(w->ledger.study, &d)) {
            if (d.word == NEXT_QUIT)
                return true;
            obey(w, &d);
            expect_replayed(w);
        }
        end_slot(w, busy_slot(w), trouble);
        if (!study_tally(w->ledger.study).own[PHASE_RUNNING] ||
            roll(&w->dice, 8) == 0)
            expect_replayed(w);
        if (trouble && w->jobs < 20 && roll(&w->dice, 40) == 0) {
            job_dies(w);
            return false;
        }
    }
}

static char *sweep(struct ledger_world *w, bool trouble)
{
    do
        job_begin(w);
    while (!play(w, trouble));
    expect_replayed(w);
    return outcome_text(w->ledger.study, false);
}

static char *undisturbed_text(const struct chosen *scheduler)
{
    struct ledger_world w;

    world_init(&w, scheduler, 0, LONG_MAX);
    char *text = sweep(&w, false);

    assert_int_equal(w.jobs, 1);
    world_release(&w);
    return text;
}

static void play_mix(const struct sampler_kind *sampler, const char *scheduler)
{
    struct chosen c;
    char mix[64];

    search.sampler.kind = &sampler->is;
    assert_int_equal(chosen_preset(&c, &scheduler_kinds, scheduler), 0);
    snprintf(mix, sizeof(mix), "%s/%s", sampler->is.name, scheduler);
    for (uint64_t seed = 0;
         next_world(mix, is_full() ? WORLDS : FEWER_WORLDS, &seed);) {
        struct ledger_world w;

        search.seed = 1 + (long)(seed % SEARCHES);
        char *calm = undisturbed_text(&c);

        world_init(&w, &c, seed, LONG_MAX);
        char *text = sweep(&w, true);

        assert_string_equal(text, calm);
        world_release(&w);
        free(text);
        free(calm);
    }
    chosen_release(&c);
}

static void a_continued_sweep_is_the_same(void **state)
{
    (void)state;
    play_mix(&drawer, "none");
    play_mix(&drawer, "halving");
    play_mix(&drawer, "pbt");
    play_mix(&climber, "none");
    play_mix(&climber, "halving");
}

/* A world with trouble and few retries. */
static void make_world(struct ledger_world *w, uint64_t seed)
{
    search.sampler.kind = seed % 2 ? &drawer.is : &climber.is;
    search.seed = 1 + (long)(seed % SEARCHES);
    world_init(w, NULL, seed, (long)(seed % 3));
    free(sweep(w, true));
}

/* A kill leaves any of them. */
static void every_beginning_of_a_journal_is_one(void **state)
{
    (void)state;
    for (uint64_t seed = 0; next_world("cut", 20, &seed);) {
        struct ledger_world w;
        struct error e;
        long trials = 0;

        make_world(&w, seed);
        for (long n = 0; n <= w.n; n++) {
            struct ledger l;

            if (replay(&w, n, &l, &e))
                fail_msg("%ld lines: %s", n, e.text);
            assert_true(study_trials(l.study) >= trials);
            trials = study_trials(l.study);
            ledger_release(&l);
        }
        world_release(&w);
    }
}

/* The results exist; trials on whose rungs others depend are trained again. */
static void who_has_lost_the_journal_comes_to_the_same_sweep(void **state)
{
    static const char *const schedulers[] = {"none", "pbt"};

    (void)state;
    search.sampler.kind = &drawer.is;
    for (int k = 0; k < 2; k++) {
        struct chosen c;
        struct ledger_world w;

        assert_int_equal(chosen_preset(&c, &scheduler_kinds, schedulers[k]), 0);
        world_init(&w, &c, 1, LONG_MAX);
        char *before = sweep(&w, false);

        ledger_release(&w.ledger);
        cut_lines(&w, 0);
        w.jobs = 0;
        char *after = sweep(&w, false);

        assert_string_equal(after, before);
        free(before);
        free(after);
        world_release(&w);
        chosen_release(&c);
    }
}

/* A second start reads the same, and adds only a `begin` entry. */
static void who_begins_twice_adds_a_beginning_alone(void **state)
{
    (void)state;
    for (uint64_t seed = 0; next_world("twice", 50, &seed);) {
        struct ledger_world w;

        make_world(&w, seed);
        job_dies(&w);
        job_begin(&w);
        char *before = outcome_text(w.ledger.study, true);
        const long n = w.n;

        ledger_release(&w.ledger);
        job_begin(&w);
        char *after = outcome_text(w.ledger.study, true);

        assert_int_equal(w.n, n + 1);
        assert_string_equal(w.line[n].word, "begin");
        assert_string_equal(after, before);
        free(before);
        free(after);
        world_release(&w);
    }
}

/* Only the result exists. */
static void results_are_the_truth(void **state)
{
    struct ledger_world w;

    (void)state;
    make_world(&w, 1);
    long gone = 0;

    while (study_trial(w.ledger.study, gone)->phase != PHASE_FINISHED)
        gone++;
    kept_trial(&w, gone)->there = false;
    ledger_release(&w.ledger);
    job_begin(&w);
    assert_int_equal(study_trial(w.ledger.study, gone)->phase, PHASE_WAITING);
    assert_int_equal(study_first(w.ledger.study), gone);

    struct section_cache *k = kept_trial(&w, gone);

    k->there = true;
    k->goal = 7;
    k->attempt = 9;
    ledger_release(&w.ledger);
    const long n = w.n;

    job_begin(&w);
    assert_int_equal(study_trial(w.ledger.study, gone)->phase, PHASE_FINISHED);
    assert_int_equal(study_trial(w.ledger.study, gone)->attempt, 9);
    assert_true(study_trial(w.ledger.study, gone)->goal == 7);
    assert_string_equal(w.line[n + 1].word, "adopt");
    world_release(&w);
}

/* As before --extend: entries under the other plan are of other numbers, and of
 * the same results. */
static void numbers_of_another_plan_are_none_of_ours(void **state)
{
    struct ledger_world w;
    struct ledger l;
    struct error e;

    (void)state;
    make_world(&w, 1);
    const long ended = w.ledger.index.n;

    for (long i = 0; i < w.n; i++)
        if (!strcmp(w.line[i].word, "begin")) {
            free(w.line[i].detail);
            w.line[i].detail = memory_string("played plan 0b conduct 3");
        }
    ledger_release(&w.ledger);
    if (replay(&w, w.n, &l, &e))
        fail_msg("%s", e.text);
    assert_true(l.foreign);
    assert_int_equal(study_trials(l.study), 0);
    assert_int_equal(l.jobs, 0);
    assert_true(l.index.n >= ended && l.index.ends > 0);
    assert_false(ledger_name(&l, 0, &(struct digest){0}));
    ledger_release(&l);
    job_begin(&w); /* under our plan */
    assert_false(w.ledger.foreign);
    assert_int_equal(study_trials(w.ledger.study), 0);
    assert_int_equal(w.ledger.jobs, 1);
    world_release(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_continued_sweep_is_the_same,
                                  say_how_if_failed),
        cmocka_unit_test_teardown(every_beginning_of_a_journal_is_one,
                                  say_how_if_failed),
        cmocka_unit_test(who_has_lost_the_journal_comes_to_the_same_sweep),
        cmocka_unit_test_teardown(who_begins_twice_adds_a_beginning_alone,
                                  say_how_if_failed),
        cmocka_unit_test(results_are_the_truth),
        cmocka_unit_test(numbers_of_another_plan_are_none_of_ours),
    };

    signal(SIGABRT, aborted);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
