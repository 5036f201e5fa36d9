/* The work that is left of a sweep, and the time it takes. */
#include "config.h"

#include "tests/test.h"

#include <math.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "sweep/coordinator/time_estimate.h"

enum { TRIALS = 27, SLOTS = 3 };

static void number_it(const struct search *s, const struct outcome *known,
                      long n, struct assignment *a, struct search_memory *m)
{
    (void)s;
    (void)m;
    (void)known;
    (void)n;
    a->value[0] = memory_format("%ld", a->number);
}

static const struct sampler_kind counter = {.is = {.name = "counter"},
                                            .propose = number_it};
static struct parameter parameter[] = {{.name = "x"}};
static const struct search search = {.space = {1, parameter},
                                     .sampler = {.kind = &counter.is},
                                     .trials = TRIALS,
                                     .maximize = true};

/* Carry out the study's decisions for free slots, and begin turns. */
static void obey(struct study *s, struct slot *slot, double *until)
{
    struct next d;

    while (study_next(s, &d))
        if (d.word == NEXT_NAME)
            study_tell(s, &(struct event){
                              .word = EVENT_NAMED,
                              .trial = d.trial,
                              .name = digest_of(&d.trial, sizeof(d.trial))});
        else if (d.word == NEXT_TRAIN) {
            time_estimate_begin(&slot[d.slot], s, &d, clock_now());
            until[d.slot] = d.ends_there ? -d.until : d.until;
        }
}

/* End a slot's turn; returns the share of a run that was trained. */
static double end_turn(struct study *s, int i, struct slot *slot, double until,
                       struct time_estimate *w)
{
    const long trial = study_slot(s, i);
    const bool ends = until <= 0;
    const double before = slot->before;

    study_tell(s, &(struct event){.word = ends ? EVENT_FINISHED : EVENT_PAUSED,
                                  .trial = trial,
                                  .goal = (double)trial});
    time_estimate_over(w, slot, ends ? TRAIN_FINISHED : TRAIN_PAUSED,
                       clock_now());
    return slot->share - before;
}

/* Simulate a whole sweep; every turn adds what it trained. */
static double play(const char *kind, double *first, double *last)
{
    struct chosen scheduler;
    struct slot slot[SLOTS];
    struct time_estimate w = {0};
    double until[SLOTS], done = 0;

    chosen_preset(&scheduler, &scheduler_kinds, kind);
    struct study *s = study_new(&search, &scheduler, SLOTS);

    *first = study_ahead(s);
    obey(s, slot, until);
    for (int i = 0; study_tally(s).own[PHASE_FINISHED] < TRIALS;
         i = (i + 1) % SLOTS)
        if (study_slot(s, i) >= 0) {
            done += end_turn(s, i, &slot[i], until[i], &w);
            obey(s, slot, until);
        }
    *last = study_ahead(s);
    assert_true(fabs(w.done - done) < 1e-12);
    study_free(s);
    chosen_release(&scheduler);
    return done;
}

static void the_work_of_a_scheduler_is_known_before(void **state)
{
    double first, last;

    (void)state;
    assert_true(fabs(play("none", &first, &last) - TRIALS) < 1e-9);
    assert_true(fabs(first - TRIALS) < 1e-9 && last == 0);
    /* 27/27 + 9 (1/9 - 1/27) + 3 (1/3 - 1/9) + 1 - 1/3 */
    assert_true(fabs(play("halving", &first, &last) - 3) < 1e-9);
    assert_true(fabs(first - 3) < 1e-9 && last == 0);
}

static struct report at(long step)
{
    return (struct report){.word = REPORT_PROGRESS, .step = step, .steps = 100};
}

/* Four trials on one slot: one took 8 s, the next makes 10 % a second. */
static void time_left_is_of_what_was_measured(void **state)
{
    struct search four = search;
    struct slot slot[1];
    struct time_estimate w = {0};
    double until[1];

    (void)state;
    four.trials = 4;
    struct study *s = study_new(&four, NULL, 1);

    obey(s, slot, until);
    assert_true(isnan(time_estimate_left(&w, s, slot, 1, 1)));
    slot[0].began -= 8;
    end_turn(s, 0, &slot[0], 0, &w);
    obey(s, slot, until);
    w.updated = 0;
    assert_true(fabs(time_estimate_left(&w, s, slot, 1, 1) - 24) < 0.5);
    time_estimate_report(&slot[0], &(struct report[]){at(20)}[0], clock_now());
    time_estimate_report(&slot[0], &(struct report[]){at(40)}[0], clock_now());
    slot[0].heard = slot[0].first_heard + 2;
    /* 6 s of its own, and twice the mean of 10 s for 1.2 runs */
    assert_true(
        fabs(time_estimate_left(&w, s, slot, 1, 1) - (6 + 2 * 10 / 1.2)) < 0.5);
    study_free(s);
}

/* The sweep waits for one slow trial, however many slots there are. */
static void the_longest_trial_is_waited_for(void **state)
{
    struct search two = search;
    struct slot slot[2];
    struct time_estimate w = {0};
    double until[2];

    (void)state;
    two.trials = 2;
    struct study *s = study_new(&two, NULL, 2);

    obey(s, slot, until);
    for (int i = 0; i < 2; i++) {
        time_estimate_report(&slot[i], &(struct report[]){at(0)}[0],
                             clock_now());
        time_estimate_report(&slot[i], &(struct report[]){at(50)}[0],
                             clock_now());
        slot[i].heard = slot[i].first_heard + (i ? 100 : 1);
    }
    assert_true(fabs(time_estimate_left(&w, s, slot, 2, 2) - 100) < 0.5);
    study_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_work_of_a_scheduler_is_known_before),
        cmocka_unit_test(time_left_is_of_what_was_measured),
        cmocka_unit_test(the_longest_trial_is_waited_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
