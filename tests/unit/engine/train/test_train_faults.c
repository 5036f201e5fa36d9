/* Trials that fail by their own fault, and the effect of a score that is
 * NaN. */
#include "config.h"

#include "tests/unit/toy_tests.h"

#include <math.h>
#include <string.h>

#include "tasks/labelled/classes.h"

static void a_loss_that_is_no_number_fails_the_trial(void **state)
{
    const struct train_config c = toy_config();
    struct result r;
    struct error e;

    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        toy.model.params.param[0].scale = INFINITY;
        assert_int_equal(toy_train(&toy, &c, threads, &r, &e), TRAIN_FAILED);
        toy.model.params.param[0].scale = 0.3f;
        assert_non_null(strstr(e.text, "the loss is nan at step 1"));
        assert_int_equal(r.status, TRIAL_FAILED);
        result_release(&r);
    }
}

/* Without valid no evaluation can be better or worse. */
static void halving_needs_something_to_judge_by(void **state)
{
    const struct examples kept = toy.task.split[SPLIT_VALID];
    struct train_config c = toy_config();
    struct result r;
    struct error e;

    (void)state;
    c.schedule = SCHEDULE_HALVE;
    toy.task.split[SPLIT_VALID] = (struct examples){0};
    assert_int_equal(toy_train(&toy, &c, 1, &r, &e), TRAIN_FAILED);
    toy.task.split[SPLIT_VALID] = kept;
    assert_non_null(strstr(e.text, "found halve without examples of valid"));
    result_release(&r);
}

/* --- scores that are no numbers ------------------------------------------ */

/* Only a score can show what the last update made. */
static void what_the_last_update_makes_must_have_a_value(void **state)
{
    struct train_config c = toy_config();
    struct result r;
    struct error e;

    (void)state;
    c.epochs = 0;
    c.steps = 1;
    c.learning_rate = INFINITY;
    for (int threads = 1; threads <= 2; threads++) {
        assert_int_equal(toy_train(&toy, &c, threads, &r, &e), TRAIN_FAILED);
        assert_string_equal(e.text, "valid.accuracy is nan at step 1");
        assert_int_equal(r.status, TRIAL_FAILED);
        assert_int_equal(r.history.n, 1);
        assert_int_equal(r.answers[SPLIT_VALID].n, 0);
        result_release(&r);
    }
}

/* The evaluations of valid, from the first, whose score is NaN. */
static struct {
    unsigned nan;
    int n;
} scores;

static void tally_some(const struct task *t, enum split split,
                       const struct answer_sheet *a, struct units *u)
{
    classes_tally(t, split, a, u);
    if (split == SPLIT_VALID && scores.nan >> scores.n++ & 1)
        units_at(u, 0, 0)->sum = (double)NAN;
}

/* Train with three evaluations. */
static enum train_end train_scored(unsigned nan, struct result *r,
                                   struct error *e)
{
    const struct task_kind *kept = toy.task.kind;
    struct train_config c = toy_config();
    struct task_kind kind = *kept;

    c.epochs = 0;
    c.steps = 3 * c.evaluate_every;
    kind.tally = tally_some;
    scores.nan = nan;
    scores.n = 0;
    toy.task.kind = &kind;
    const enum train_end end = toy_train(&toy, &c, 1, r, e);

    toy.task.kind = kept;
    return end;
}

static void a_score_that_is_no_number_is_never_the_best(void **state)
{
    struct result r;
    struct error e;

    (void)state;
    for (unsigned nan = 0; nan < 7; nan++) {
        assert_int_equal(train_scored(nan, &r, &e), TRAIN_FINISHED);
        assert_int_equal(r.history.n, 3);
        assert_int_equal(nan >> (r.best_step / 4 - 1) & 1, 0);
        for (int i = 0; i < 3; i++) {
            const double value = r.history.row[i].valid[0];

            assert_int_equal(isnan(value) != 0, nan >> i & 1);
            assert_false(value > r.valid[0]);
        }
        result_release(&r);
    }
    assert_int_equal(train_scored(7, &r, &e), TRAIN_FAILED);
    assert_string_equal(e.text, "valid.accuracy is nan at step 4");
    result_release(&r);
}

/* The newest parameters are the best, and nothing is compared. */
static void without_valid_no_score_is_needed(void **state)
{
    const struct examples kept = toy.task.split[SPLIT_VALID];
    struct train_config c = toy_config();
    struct result r;
    struct error e;

    (void)state;
    toy.task.split[SPLIT_VALID] = (struct examples){0};
    assert_int_equal(toy_train(&toy, &c, 1, &r, &e), TRAIN_FINISHED);
    toy.task.split[SPLIT_VALID] = kept;
    assert_int_equal(r.best_step, r.steps);
    assert_true(isnan(r.valid[0]));
    assert_false(isnan(r.test[0]));
    result_release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loss_that_is_no_number_fails_the_trial),
        cmocka_unit_test(halving_needs_something_to_judge_by),
        cmocka_unit_test(what_the_last_update_makes_must_have_a_value),
        cmocka_unit_test(a_score_that_is_no_number_is_never_the_best),
        cmocka_unit_test(without_valid_no_score_is_needed),
    };

    return cmocka_run_group_tests(tests, begin_toy, end_toy);
}
