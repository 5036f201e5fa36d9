/* Slow proposals are computed while their caller continues. */
#include "config.h"

#include "tests/test.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/interrupt.h"
#include "base/core/memory.h"
#include "sweep/run/proposer.h"

enum { TRIALS = 12, ROUND = 3 };

/* --- a search that is as slow as the test wants --------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
static long gate; /* trials from this number on wait */
static int proposals;
static pthread_t worked; /* thread of the last proposal */

static void let_pass(long trials)
{
    pthread_mutex_lock(&lock);
    gate = trials;
    pthread_mutex_unlock(&lock);
}

static bool is_held(long trial)
{
    pthread_mutex_lock(&lock);
    const bool held = trial >= gate;

    pthread_mutex_unlock(&lock);
    return held;
}

static long every_round(const void *conf)
{
    (void)conf;
    return ROUND;
}

static void count(const struct search *s, const struct outcome *known, long n,
                  struct assignment *a, struct search_memory *m)
{
    (void)s;
    (void)known;
    (void)n;
    while (is_held(a->number) && !cancelled(m->cancel))
        clock_sleep(0.001);
    pthread_mutex_lock(&lock);
    proposals += a->number < gate;
    worked = pthread_self();
    pthread_mutex_unlock(&lock);
    a->value[0] = memory_format("%ld", a->number);
}

static const struct sampler_kind counter = {
    .is = {.name = "counter"}, .round = every_round, .propose = count};
static struct parameter parameter[] = {{.name = "x", .max = 100}};
static const struct search search = {.space = {1, parameter},
                                     .sampler = {.kind = &counter.is},
                                     .trials = TRIALS,
                                     .maximize = true};

/* --- a study whose proposals come from a thread --------------------------- */

static void name(struct study *s, const struct next *d)
{
    study_tell(s,
               &(struct event){.word = EVENT_NAMED,
                               .trial = d->trial,
                               .name = digest_of(&d->trial, sizeof(d->trial))});
}

/* Train all trials that can be trained, including those proposed meanwhile;
 * return their number. */
static int train_all(struct study *s)
{
    struct next d;
    int trained = 0;

    while (study_next(s, &d) && d.word != NEXT_QUIT)
        if (d.word == NEXT_NAME) {
            name(s, &d);
        } else {
            assert_int_equal(d.word, NEXT_TRAIN);
            study_tell(s, &(struct event){.word = EVENT_FINISHED,
                                          .trial = d.trial,
                                          .goal = (double)d.trial});
            trained++;
        }
    return trained;
}

static void whoever_asks_goes_on(void **state)
{
    struct study *s = study_new(&search, NULL, 1);
    struct proposer *p = proposer_new();
    int trained;

    (void)state;
    study_propose_by(s, proposer_ask, p);
    proposals = 0;
    let_pass(ROUND + 1);
    for (trained = 0; trained < ROUND + 1;)
        trained += train_all(s);
    for (int i = 0; i < 5; i++)
        assert_int_equal(train_all(s), 0);
    assert_true(study_waits(s));
    assert_int_equal(proposals, ROUND + 1);
    let_pass(TRIALS);
    while (trained < TRIALS)
        trained += train_all(s);
    assert_int_equal(proposals, TRIALS);
    assert_false(pthread_equal(worked, pthread_self()));
    for (long i = 0; i < TRIALS; i++) {
        struct str values = {0};

        study_text(s, i, " ", &values);
        assert_int_equal(strtol(strchr(values.s, '=') + 1, NULL, 10), i);
        str_release(&values);
    }
    proposer_free(p);
    study_free(s);
}

/* A proposal that is never taken leaves nothing behind. */
static void one_that_is_not_taken_is_dropped(void **state)
{
    struct study *s = study_new(&search, NULL, 1);
    struct proposer *p = proposer_new();
    struct next d;

    (void)state;
    study_propose_by(s, proposer_ask, p);
    let_pass(ROUND);
    assert_int_equal(train_all(s), ROUND);
    assert_true(study_waits(s));
    study_tell(s, &(struct event){.word = EVENT_STOP});
    assert_true(study_next(s, &d));
    assert_int_equal(d.word, NEXT_QUIT);
    let_pass(TRIALS);
    proposer_free(p);
    study_free(s);
}

/* The release does not wait for a running proposal, however slow. */
static void one_that_is_at_work_is_cancelled(void **state)
{
    struct study *s = study_new(&search, NULL, 1);
    struct proposer *p = proposer_new();

    (void)state;
    study_propose_by(s, proposer_ask, p);
    proposals = 0;
    let_pass(ROUND);
    assert_int_equal(train_all(s), ROUND);
    assert_true(study_waits(s));
    alarm(60); /* else it would wait without end */
    proposer_free(p);
    alarm(0);
    assert_int_equal(proposals, ROUND);
    study_free(s);
}

static void it_may_never_be_asked(void **state)
{
    (void)state;
    proposer_free(proposer_new());
    proposer_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_asks_goes_on),
        cmocka_unit_test(one_that_is_not_taken_is_dropped),
        cmocka_unit_test(one_that_is_at_work_is_cancelled),
        cmocka_unit_test(it_may_never_be_asked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
