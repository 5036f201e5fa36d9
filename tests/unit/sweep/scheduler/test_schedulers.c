/* Schedulers: which trials go on from a rung, and which are cut there. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>

#include "sweep/scheduler/scheduler.h"
#include "tests/unit/sweep/scheduler/scheduler_fixture.h"

static void halving_takes_the_best_third_when_all_are_there(void **state)
{
    struct chosen c;
    struct scheduler r = begin_scheduler(&c, "halving", 27, true);

    (void)state;
    assert_true(fabs(scheduler_share(&r, 0, 0) - 1.0 / 27) < 1e-15);
    assert_true(fabs(scheduler_share(&r, 0, 2) - 1.0 / 3) < 1e-15);
    for (long i = 0; i < 27; i++) {
        assert_int_equal(count(&r, DECISION_WAIT), i);
        arrive(&r, i, (double)(i * 5 % 27)); /* each value once */
    }
    assert_int_equal(count(&r, DECISION_PROMOTE), 9);
    assert_int_equal(count(&r, DECISION_STOP), 18);
    for (long i = 0; i < 27; i++)
        assert_int_equal(r.trial[i].decision == DECISION_PROMOTE,
                         i * 5 % 27 >= 18);
    r.decided = 0;
    for (long i = 0; i < 27; i++)
        if (r.trial[i].decision == DECISION_PROMOTE)
            arrive(&r, i, -(double)i);
    assert_int_equal(r.decided, 9);
    assert_int_equal(count(&r, DECISION_PROMOTE), 3);
    end_scheduler(&r, &c);
}

/* No trial waits for one that failed; one that is over keeps its place. */
static void halving_waits_for_no_one_who_is_out(void **state)
{
    struct chosen c;
    struct scheduler r = begin_scheduler(&c, "halving", 9, true);

    (void)state;
    for (long i = 0; i < 6; i++)
        arrive(&r, i, (double)i);
    scheduler_leave(&r, 6, &(struct scheduler_trial){.out = true, .goal = NAN});
    scheduler_leave(&r, 7,
                    &(struct scheduler_trial){.over = true, .goal = 100});
    assert_int_equal(r.decided, 0);
    arrive(&r, 8, 0.5);
    /* two of eight are promoted, and one of them is over */
    assert_int_equal(count(&r, DECISION_PROMOTE), 1);
    assert_int_equal(r.trial[5].decision, DECISION_PROMOTE);
    assert_int_equal(count(&r, DECISION_STOP), 6);
    end_scheduler(&r, &c);
}

/* Which of nine trials with equal values go on, a bit each. */
static unsigned go_on(long seed, bool conduct_1, bool backwards)
{
    struct chosen c;
    struct scheduler r = begin_scheduler(&c, "halving", 9, true);
    unsigned on = 0;

    r.seed = seed;
    r.conduct_1 = conduct_1;
    for (long i = 0; i < 9; i++)
        arrive(&r, backwards ? 8 - i : i, 0.5);
    for (int i = 0; i < 9; i++)
        on |= (unsigned)(r.trial[i].decision == DECISION_PROMOTE) << i;
    end_scheduler(&r, &c);
    return on;
}

/* Else the kind that is first in a list would seem the best early on. */
static void of_equals_tie_breaks_decide(void **state)
{
    int times[9] = {0};

    (void)state;
    for (long seed = 0; seed < 100; seed++) {
        const unsigned on = go_on(seed, false, false);

        assert_int_equal(go_on(seed, false, true), on);
        assert_int_equal(go_on(seed, true, true), 7); /* the old rule */
        for (int i = 0; i < 9; i++)
            times[i] += on >> i & 1;
    }
    for (int i = 0; i < 9; i++)
        assert_in_range(times[i], 18, 50); /* about a third */
}

static void no_value_is_the_worst(void **state)
{
    struct chosen c;
    struct scheduler r = begin_scheduler(&c, "halving", 3, true);

    (void)state;
    arrive(&r, 0, NAN);
    arrive(&r, 1, -1e300);
    arrive(&r, 2, NAN);
    assert_int_equal(r.trial[1].decision, DECISION_PROMOTE);
    assert_int_equal(count(&r, DECISION_STOP), 2);
    end_scheduler(&r, &c);
}

/* The table of Li et al. 2018 for R = 27 and eta = 3: 27, 12, 6 and 4 trials
 * from 1/27, 1/9, 1/3 and 1 of a run on. */
static void hyperband_has_the_brackets_of_its_paper(void **state)
{
    static const struct {
        long trials;
        int rungs;
    } brackets[] = {{27, 3}, {12, 2}, {6, 1}, {4, 0}};
    struct chosen c;
    struct scheduler r = begin_scheduler(&c, "hyperband", 98, true);
    long number = 0;

    (void)state;
    for (int again = 0; again < 2; again++)
        for (int b = 0; b < 4; b++)
            for (long i = 0; i < brackets[b].trials; i++, number++) {
                assert_int_equal(scheduler_rungs(&r, number),
                                 brackets[b].rungs);
                if (brackets[b].rungs)
                    assert_true(fabs(scheduler_share(&r, number, 0) -
                                     pow(3, -brackets[b].rungs)) < 1e-15);
            }
    /* the second bracket does not wait for the first */
    for (long i = 27; i < 39; i++)
        arrive(&r, i, (double)i);
    assert_int_equal(count(&r, DECISION_PROMOTE), 4);
    assert_int_equal(count(&r, DECISION_STOP), 8);
    end_scheduler(&r, &c);
}

static void asha_waits_for_nobody(void **state)
{
    struct chosen c;
    struct scheduler r = begin_scheduler(&c, "asha", 9, true);

    (void)state;
    arrive(&r, 0, 5);
    arrive(&r, 1, 4);
    assert_int_equal(r.decided, 0);
    arrive(&r, 2, 3); /* the best of three may go on */
    assert_int_equal(r.trial[0].decision, DECISION_PROMOTE);
    assert_int_equal(count(&r, DECISION_WAIT), 2);
    arrive(&r, 3, 9);
    arrive(&r, 4, 8); /* one of three has gone on already */
    assert_int_equal(r.decided, 2);
    assert_int_equal(r.trial[3].decision, DECISION_PROMOTE);
    end_scheduler(&r, &c);
}

static void the_median_of_earlier_rounds_decides(void **state)
{
    struct chosen c;
    struct scheduler r = begin_scheduler(&c, "median", 24, true);

    (void)state;
    assert_true(fabs(scheduler_share(&r, 3, 1) - 0.4) < 1e-15);
    arrive(&r, 8, 2.5); /* waits for the trials of the first round */
    arrive(&r, 9, 4.5);
    for (long i = 0; i < 8; i++) { /* 0 to 7: the median is 3.5 */
        assert_int_equal(r.trial[8].decision, DECISION_WAIT);
        arrive(&r, i, (double)i);
        assert_int_equal(r.trial[i].decision, DECISION_PROMOTE);
    }
    assert_int_equal(r.trial[8].decision, DECISION_STOP);
    assert_int_equal(r.trial[9].decision, DECISION_PROMOTE);
    end_scheduler(&r, &c);
}

/* Begin a sweep in which four of the first eight end at the first rung with
 * goals 0 to 3. */
static struct scheduler begin_median_of_eight(struct chosen *c, bool conduct_1)
{
    struct scheduler r = begin_scheduler(c, "median", 24, true);

    r.conduct_1 = conduct_1;
    for (long i = 0; i < 8; i++)
        arrive(&r, i, (double)i);
    for (long i = 0; i < 8; i++)
        if (i >= 4)
            arrive(&r, i, 10.0 + (double)i);
        else
            scheduler_leave(&r, i,
                            &(struct scheduler_trial){.over = true, .goal = i});
    return r;
}

/* These goals do not count for the second rung, nor do trials that only ended
 * for any rung. */
static void a_median_is_of_those_who_came_so_far(void **state)
{
    struct chosen c;
    struct scheduler r = begin_median_of_eight(&c, false);

    (void)state;
    arrive(&r, 8, 9); /* the second rung's: 14 to 17 */
    assert_int_equal(r.trial[8].decision, DECISION_PROMOTE);
    arrive(&r, 8, 15);
    assert_int_equal(r.trial[8].decision, DECISION_STOP);
    arrive(&r, 9, 9);
    arrive(&r, 9, 16);
    assert_int_equal(r.trial[9].decision, DECISION_PROMOTE);
    end_scheduler(&r, &c);

    r = begin_scheduler(&c, "median", 24, true);
    for (long i = 0; i < 8; i++)
        scheduler_leave(&r, i,
                        &(struct scheduler_trial){.over = true, .goal = 100});
    arrive(&r, 8, 9);
    assert_int_equal(r.trial[8].decision, DECISION_PROMOTE);
    end_scheduler(&r, &c);
}

/* The old rule: the goals 0 to 3 of the four that ended count for the second
 * rung, too, whose median is then 8.5; so do trials that only ended. */
static void under_conduct_1_a_median_takes_ends_too(void **state)
{
    struct chosen c;
    struct scheduler r = begin_median_of_eight(&c, true);

    (void)state;
    for (long i = 8; i < 10; i++) {
        arrive(&r, i, 8);
        arrive(&r, i, (double)i);
    }
    assert_int_equal(r.trial[8].decision, DECISION_STOP);
    assert_int_equal(r.trial[9].decision, DECISION_PROMOTE);
    end_scheduler(&r, &c);

    r = begin_scheduler(&c, "median", 24, true);
    r.conduct_1 = true;
    for (long i = 0; i < 8; i++)
        scheduler_leave(&r, i,
                        &(struct scheduler_trial){.over = true, .goal = 100});
    arrive(&r, 8, 9);
    assert_int_equal(r.trial[8].decision, DECISION_STOP);
    end_scheduler(&r, &c);
}

static void less_may_be_better(void **state)
{
    struct chosen c;
    struct scheduler r = begin_scheduler(&c, "halving", 3, false);

    (void)state;
    for (long i = 0; i < 3; i++)
        arrive(&r, i, (double)i);
    assert_int_equal(r.trial[0].decision, DECISION_PROMOTE);
    end_scheduler(&r, &c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halving_takes_the_best_third_when_all_are_there),
        cmocka_unit_test(halving_waits_for_no_one_who_is_out),
        cmocka_unit_test(of_equals_tie_breaks_decide),
        cmocka_unit_test(no_value_is_the_worst),
        cmocka_unit_test(hyperband_has_the_brackets_of_its_paper),
        cmocka_unit_test(asha_waits_for_nobody),
        cmocka_unit_test(the_median_of_earlier_rounds_decides),
        cmocka_unit_test(a_median_is_of_those_who_came_so_far),
        cmocka_unit_test(under_conduct_1_a_median_takes_ends_too),
        cmocka_unit_test(less_may_be_better),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
