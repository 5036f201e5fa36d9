/* What a simulation takes from a history: a trial's best so far, and its latest
 * value. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>

#include "sweep/simulate/measured_trials.h"

/* Four evaluations at quarters of a run, of a trial that is cloned at a
 * share. */
static struct sampled_trial sample_of(double born)
{
    static const double value[] = {70, 60, 50, 65};
    struct trial_model p = {.maximize = true};
    struct history h = {0};
    struct sampled_trial s = {.seconds = 100, .ends = 1};

    for (long i = 0; i < 4; i++)
        history_add(&h, &(struct history_row){.step = 3 * (i + 1),
                                              .valid = {value[i]}});
    measured_trials_points(&p, &h, 0, 1, 12, born, &s);
    history_release(&h);
    return s;
}

static double goal(const struct sampled_trial *s, double share, bool latest)
{
    const struct simulated_trial of = {.sample = s};

    return simulated_trial_goal(NULL, &of, share, latest);
}

static void the_latest_is_not_the_best(void **state)
{
    struct sampled_trial s = sample_of(0);

    (void)state;
    assert_true(goal(&s, 0.5, false) == 70 && goal(&s, 0.5, true) == 60);
    assert_true(goal(&s, 1, false) == 70 && goal(&s, 1, true) == 65);
    free(s.point);
}

/* The evaluation at which it was cloned belongs to its parent. */
static void the_best_is_since_a_birth(void **state)
{
    struct sampled_trial s = sample_of(0.4);

    (void)state;
    assert_true(isnan(goal(&s, 0.5, false)) && goal(&s, 0.5, true) == 60);
    assert_true(goal(&s, 0.75, false) == 50);
    assert_true(goal(&s, 1, false) == 65);
    free(s.point);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_latest_is_not_the_best),
        cmocka_unit_test(the_best_is_since_a_birth),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
