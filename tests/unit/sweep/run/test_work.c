/* The work that is left of a race, and the time it takes. */
#include "config.h"

#include "tests/test.h"

#include <math.h>

#include "base/core/memory.h"
#include "sweep/run/work.h"

enum { TRIALS = 27, SEATS = 3 };

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

/* Obey the study, of seats that are free, and take turns up. */
static void obey(struct study *s, struct seat *seat, double *until)
{
    struct next d;

    while (study_next(s, &d))
        if (d.word == NEXT_NAME)
            study_tell(s, &(struct event){
                              .word = EVENT_NAMED,
                              .trial = d.trial,
                              .name = digest_of(&d.trial, sizeof(d.trial))});
        else if (d.word == NEXT_TRAIN) {
            work_begin(&seat[d.seat], s, &d);
            until[d.seat] = d.ends_there ? -d.until : d.until;
        }
}

/* A seat's turn is over; returns the share of a run that was trained. */
static double end_turn(struct study *s, int i, struct seat *seat, double until,
                       struct work *w)
{
    const long trial = study_seat(s, i);
    const bool ends = until <= 0;
    const double before = seat->before;

    study_tell(s, &(struct event){.word = ends ? EVENT_FINISHED : EVENT_PAUSED,
                                  .trial = trial,
                                  .goal = (double)trial});
    work_over(w, seat, ends ? TRAIN_FINISHED : TRAIN_PAUSED);
    return seat->share - before;
}

/* Play a whole race; every turn adds what it trained. */
static double play(const char *kind, double *first, double *last)
{
    struct chosen scheduler;
    struct seat seat[SEATS];
    struct work w = {0};
    double until[SEATS], done = 0;

    chosen_preset(&scheduler, &scheduler_kinds, kind);
    struct study *s = study_new(&search, &scheduler, SEATS);

    *first = study_ahead(s);
    obey(s, seat, until);
    for (int i = 0; study_tally(s).own[PLACE_FINISHED] < TRIALS;
         i = (i + 1) % SEATS)
        if (study_seat(s, i) >= 0) {
            done += end_turn(s, i, &seat[i], until[i], &w);
            obey(s, seat, until);
        }
    *last = study_ahead(s);
    assert_true(fabs(w.done - done) < 1e-12);
    study_free(s);
    chosen_release(&scheduler);
    return done;
}

static void the_work_of_a_race_is_known_before(void **state)
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

/* Four trials on one seat: one took 8 s, the next does 10 % a second. */
static void time_left_is_of_what_was_measured(void **state)
{
    struct search four = search;
    struct seat seat[1];
    struct work w = {0};
    double until[1];

    (void)state;
    four.trials = 4;
    struct study *s = study_new(&four, NULL, 1);

    obey(s, seat, until);
    assert_true(isnan(work_left(&w, s, seat, 1, 1)));
    seat[0].began -= 8;
    end_turn(s, 0, &seat[0], 0, &w);
    obey(s, seat, until);
    w.looked = 0;
    assert_true(fabs(work_left(&w, s, seat, 1, 1) - 24) < 0.5);
    work_report(&seat[0], &(struct report[]){at(20)}[0]);
    work_report(&seat[0], &(struct report[]){at(40)}[0]);
    seat[0].heard = seat[0].first_heard + 2;
    /* 6 s of its own, and twice the mean of 10 s for 1.2 runs */
    assert_true(fabs(work_left(&w, s, seat, 1, 1) - (6 + 2 * 10 / 1.2)) < 0.5);
    study_free(s);
}

/* One slow trial is waited for, however many seats there are. */
static void the_longest_trial_is_waited_for(void **state)
{
    struct search two = search;
    struct seat seat[2];
    struct work w = {0};
    double until[2];

    (void)state;
    two.trials = 2;
    struct study *s = study_new(&two, NULL, 2);

    obey(s, seat, until);
    for (int i = 0; i < 2; i++) {
        work_report(&seat[i], &(struct report[]){at(0)}[0]);
        work_report(&seat[i], &(struct report[]){at(50)}[0]);
        seat[i].heard = seat[i].first_heard + (i ? 100 : 1);
    }
    assert_true(fabs(work_left(&w, s, seat, 2, 2) - 100) < 0.5);
    study_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_work_of_a_race_is_known_before),
        cmocka_unit_test(time_left_is_of_what_was_measured),
        cmocka_unit_test(the_longest_trial_is_waited_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
