/*
 * Trials that kill the whole job: each is found after as many deaths as there
 * are halvings, and no other trial fails for it.  A fleet trains in ticks; what
 * a trial has saved outlasts the job.
 */
#include "config.h"

#include "tests/test.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/sampler/sampler.h"
#include "sweep/study/queue.h"

enum { FLEET_TRIALS = 300, MOST_CULPRITS = 3, TICKS = 40 };

/* --- what is searched: the number of a trial ------------------------------ */

static void count(const struct search *s, const struct outcome *known, long n,
                  struct assignment *a, struct search_memory *m)
{
    (void)s;
    (void)m;
    (void)known;
    (void)n;
    a->value[0] = memory_format("%ld", a->number);
}

static const struct sampler_kind counter = {.is = {.name = "counter"},
                                            .propose = count};
static struct parameter parameter[] = {
    {.name = "x", .max = FLEET_TRIALS, .whole = true}};
static struct search search = {.space = {1, parameter},
                               .sampler = {.kind = &counter.is}};

#include "tests/unit/study_seeds.h"
#include "tests/unit/sweep/study/study_laws.h"

/* --- a fleet -------------------------------------------------------------- */

struct fleet {
    int slots;
    long retries;
    int saves;  /* ticks between a trial's states; 0: it saves none */
    int breaks; /* mean ticks between deaths that no trial causes; 0: none */
    int ticks[FLEET_TRIALS], done[FLEET_TRIALS]; /* in all; saved */
    int deadly[FLEET_TRIALS]; /* the tick at which it kills the job; 0: none */
    int at[FLEET_TRIALS];     /* of a running trial: trained so far */
    int alone[FLEET_TRIALS];  /* deaths in a row at which it was alone */
    int first;                /* suspects after the first death */
    int job_deaths;           /* deaths in all */
    struct dice dice;
    struct replay_log log;
};

static void begin(struct fleet *f, const struct study *s, const struct next *d)
{
    f->at[d->trial] = f->done[d->trial];
    replay_log_begin(&f->log, s, d);
}

static void name_next(struct fleet *f, struct study *s, long number)
{
    const struct digest name = digest_of(&number, sizeof(number));

    replay_log_add(
        &f->log, s,
        &(struct event){.word = EVENT_NAMED, .trial = number, .name = name});
}

/* Carry out the decisions; false if there is nothing more to do. */
static bool obey(struct fleet *f, struct study *s)
{
    struct next d;

    while (study_next(s, &d)) {
        if (d.word == NEXT_QUIT)
            return false;
        if (d.word == NEXT_NAME)
            name_next(f, s, d.trial);
        else
            begin(f, s, &d);
        expect_halves(s);
    }
    return true;
}

/* Train a trial for one tick; false if the job dies. */
static bool train(struct fleet *f, struct study *s, long trial)
{
    const int at = ++f->at[trial];

    if (at == f->deadly[trial])
        return false;
    if (at == f->ticks[trial])
        replay_log_add(&f->log, s,
                       &(struct event){.word = EVENT_FINISHED, .trial = trial});
    else if (f->saves && at % f->saves == 0) {
        f->done[trial] = at;
        study_tell(s, &(struct event){.word = EVENT_SAVED, .trial = trial});
    }
    return true;
}

/* Train one tick of all running trials, in any order; false if the job dies. */
static bool tick(struct fleet *f, struct study *s)
{
    const int first = (int)roll(&f->dice, (uint32_t)f->slots);

    for (int i = 0; i < f->slots; i++) {
        const long trial = study_slot(s, (first + i) % f->slots);

        if (trial >= 0 && !train(f, s, trial))
            return false;
    }
    return !f->breaks || roll(&f->dice, (uint32_t)f->breaks) > 0;
}

static void count_alone(struct fleet *f, const struct replay_log *c)
{
    int unsaved = 0;

    for (long i = 0; i < c->interrupted_n; i++)
        unsaved += !c->interrupted[i].saved;
    for (long i = 0; i < c->interrupted_n; i++) {
        int *alone = &f->alone[c->interrupted[i].trial];

        *alone = !c->interrupted[i].saved && unsaved == 1 ? *alone + 1 : 0;
    }
    if (f->job_deaths++ == 0)
        f->first = unsaved;
}

/* Run until all are over, however often the job dies. */
static struct study *play(struct fleet *f)
{
    struct study *s = study_new(&search, NULL, f->slots);

    f->log.policy.retries = f->retries;
    while (obey(f, s))
        if (!tick(f, s)) {
            replay_log_crash(&f->log, s, f->slots);
            count_alone(f, &f->log);
            study_free(s);
            s = resume(&f->log, f->slots);
            assert_true(f->job_deaths < 10000);
        }
    return s;
}

/* --- simulations ---------------------------------------------------------- */

static bool next(const char *sort, uint64_t *seed)
{
    return next_world(sort, 1000, seed);
}

static void make(struct fleet *f, uint64_t seed)
{
    *f = (struct fleet){.dice = {.key = random_key(seed, "fleet")},
                        .log = {.search = &search}};
    struct dice *d = &f->dice;

    search.trials = 1 + (long)roll(d, FLEET_TRIALS);
    f->slots = 1 << roll(d, 9);
    f->retries = (long)roll(d, 4);
    f->saves = (int)roll(d, 3) * (1 + (int)roll(d, TICKS));
    for (long i = 0; i < search.trials; i++)
        f->ticks[i] = 1 + (int)roll(d, TICKS);
}

static void release(struct fleet *f, struct study *s)
{
    study_free(s);
    replay_log_release(&f->log);
}

/* Make trials that kill the job, before or after saving a state. */
static int make_culprits(struct fleet *f, int n)
{
    int made = 0;

    while (n-- > 0) {
        const long trial = (long)roll(&f->dice, (uint32_t)search.trials);

        made += !f->deadly[trial];
        f->deadly[trial] = 1 + (int)roll(&f->dice, (uint32_t)f->ticks[trial]);
    }
    return made;
}

static int log2_of(long n)
{
    int k = 0;

    while (n >>= 1)
        k++;
    return k;
}

static void expect_ends(const struct fleet *f, const struct study *s)
{
    assert_int_equal(study_trials(s), search.trials);
    for (long i = 0; i < search.trials; i++)
        assert_int_equal(study_trial(s, i)->phase,
                         f->deadly[i] ? PHASE_FAILED : PHASE_FINISHED);
}

static void one_is_found_by_halves(void **state)
{
    long tight = 0;

    (void)state;
    for (uint64_t seed = 0; next("one", &seed);) {
        struct fleet f;

        make(&f, seed);
        f.saves = 0; /* each death blames the running trials */
        make_culprits(&f, 1);
        struct study *s = play(&f);

        expect_ends(&f, s);
        const long most = 1 + log2_of(f.first) + f.retries;

        assert_in_range(f.job_deaths, 1 + f.retries, most);
        tight += f.job_deaths == most && f.first > 16;
        release(&f, s);
    }
    assert_true(tight > 0 || is_one_wanted());
}

/* Each culprit is found by a search of its own, among possibly all trials.  One
 * that has saved a state dies once more, as if another had caused it. */
static void several_are_found(void **state)
{
    (void)state;
    for (uint64_t seed = 0; next("several", &seed);) {
        struct fleet f;

        make(&f, seed);
        const int n = make_culprits(&f, 1 + (int)(seed % MOST_CULPRITS));
        if (f.saves)
            f.retries += n;
        struct study *s = play(&f);

        expect_ends(&f, s);
        assert_in_range(f.job_deaths, f.retries + 1,
                        n * (n + 1 + log2_of(n * f.slots) + f.retries));
        release(&f, s);
    }
}

/* A trial that failed was alone, more often in a row than is allowed. */
static void a_trial_that_kills_jobs_fails_no_other(void **state)
{
    long failed = 0, finished = 0;

    (void)state;
    for (uint64_t seed = 0; next("nobody", &seed);) {
        struct fleet f;

        make(&f, seed);
        f.breaks = TICKS / 4 + 1 + (int)roll(&f.dice, 2 * TICKS);
        struct study *s = play(&f);

        for (long i = 0; i < search.trials; i++) {
            const enum trial_phase phase = study_trial(s, i)->phase;

            assert_true(phase == PHASE_FINISHED || f.alone[i] > f.retries);
            failed += phase == PHASE_FAILED;
            finished += phase == PHASE_FINISHED;
        }
        release(&f, s);
    }
    if (!is_one_wanted())
        assert_in_range(failed, 1, finished / 10);
}

static bool suits_all_but_the_first(void *context, long trial, int slot)
{
    (void)context;
    (void)slot;
    return trial != 0;
}

static void tell_of(struct study *s, enum event_word word, long trial)
{
    study_tell(s, &(struct event){.word = word, .trial = trial});
}

/* Three trials; the job died twice with the first. */
static struct study *with_suspects(void)
{
    search.trials = 3;
    struct study *s = study_new(&search, NULL, 2);

    for (long i = 0; i < search.trials; i++) {
        study_propose(s);
        study_tell(s, &(struct event){.word = EVENT_NAMED,
                                      .name = digest_of(&i, sizeof(i))});
        tell_of(s, EVENT_SUSPECTED, i);
    }
    tell_of(s, EVENT_SUSPECTED, 0);
    return s;
}

static void expect_tried(struct study *s, long trial)
{
    struct next d;

    assert_true(study_next(s, &d));
    assert_int_equal(d.word, NEXT_TRAIN);
    assert_int_equal(d.trial, trial);
    assert_false(study_next(s, &d)); /* it must be alone */
}

static void one_that_no_slot_suits_holds_up_nobody(void **state)
{
    struct study *s = with_suspects();
    struct next d;

    (void)state;
    study_suits(s, suits_all_but_the_first, NULL);
    for (long i = 1; i < search.trials; i++) {
        expect_tried(s, i);
        tell_of(s, EVENT_FINISHED, i);
    }
    assert_false(study_next(s, &d));
    assert_true(study_stuck(s));
    study_suits(s, NULL, NULL);
    expect_tried(s, 0);
    study_free(s);
}

static void a_queue_is_walked_in_order(void **state)
{
    static const long number[] = {0, 1, 62, 63, 64, 4095, 4096, 300000};
    struct queue q = {0};
    long i = 0;

    (void)state;
    assert_int_equal(queue_first(&q), -1);
    for (int k = 7; k >= 0; k--)
        queue_add(&q, number[k]);
    for (long at = queue_first(&q); at >= 0; at = queue_next(&q, at))
        assert_int_equal(at, number[i++]);
    assert_int_equal(i, 8);
    queue_remove(&q, 64);
    assert_int_equal(queue_next(&q, 63), 4095);
    queue_release(&q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(one_is_found_by_halves, say_how_if_failed),
        cmocka_unit_test_teardown(several_are_found, say_how_if_failed),
        cmocka_unit_test_teardown(a_trial_that_kills_jobs_fails_no_other,
                                  say_how_if_failed),
        cmocka_unit_test(one_that_no_slot_suits_holds_up_nobody),
        cmocka_unit_test(a_queue_is_walked_in_order),
    };

    signal(SIGABRT, aborted);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
