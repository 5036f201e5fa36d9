#include "config.h"

#include "tests/unit/toy_tests.h"

#include <malloc.h>
#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/data/tree.h"
#include "engine/kernel/vector.h"
#include "engine/train/average.h"
#include "engine/train/stepper.h"

static void training_learns(void **state)
{
    struct train_config c = toy_config();
    struct result r;
    struct error e;

    (void)state;
    c.epochs = 6;
    assert_int_equal(toy_train(&toy, &c, 1, &r, &e), TRAIN_FINISHED);
    assert_int_equal(r.steps, 60);
    assert_int_equal(r.history.n, 15);
    assert_true(r.valid[0] > 60);
    assert_true(r.test[0] > 60);
    assert_int_equal(r.answers[SPLIT_TEST].n, 130);
    for (int i = 0; i < r.history.n; i++)
        assert_true(r.history.row[i].valid[0] <= r.valid[0]);
    result_release(&r);
}

/* Equal to a constant rate up to the first halving, after so many evaluations
 * in a row without a better one. */
static void is_halved_after(long evaluations)
{
    struct train_config c = toy_config();
    struct result constant, halved;
    struct error e;
    double best = -1, rate = c.learning_rate;
    long since = 0;

    c.epochs = 6;
    c.halve_after = evaluations;
    assert_int_equal(toy_train(&toy, &c, 1, &constant, &e), TRAIN_FINISHED);
    c.schedule = SCHEDULE_HALVE;
    assert_int_equal(toy_train(&toy, &c, 1, &halved, &e), TRAIN_FINISHED);
    for (int i = 0; i < halved.history.n; i++) {
        const struct history_row *row = &halved.history.row[i];

        assert_true(row->learning_rate == rate);
        assert_int_equal(row->train_loss == constant.history.row[i].train_loss,
                         rate == c.learning_rate);
        if (row->valid[0] > best) {
            best = row->valid[0];
            since = 0;
        } else if (++since % evaluations == 0) {
            rate /= 2;
        }
    }
    assert_true(rate < c.learning_rate);
    result_release(&constant);
    result_release(&halved);
}

static void a_rate_is_halved_when_evaluations_are_worse(void **state)
{
    (void)state;
    is_halved_after(1);
    is_halved_after(2);
}

/* Due after the batch that uses up enough examples since the last evaluation;
 * the rest at the end. */
static void examples_may_be_counted_between_evaluations(void **state)
{
    const long n = toy.task.split[SPLIT_TRAIN].n;
    struct train_config c = toy_config();
    struct result r;
    struct error e;
    long seen = 0;

    (void)state;
    c.evaluate_every = 0;
    c.evaluate_examples = n / 2 + 7;
    assert_int_equal(toy_train(&toy, &c, 1, &r, &e), TRAIN_FINISHED);
    assert_in_range(r.history.n, 4, 6);
    for (int i = 0; i < r.history.n; i++) {
        const long now = lround(r.history.row[i].epoch * (double)n);

        assert_true(now - seen < c.evaluate_examples + c.batch);
        assert_true(now - seen >= c.evaluate_examples || now == c.epochs * n);
        seen = now;
    }
    assert_int_equal(seen, c.epochs * n);
    result_release(&r);
    c.evaluate_every = 3;
    assert_int_equal(train_check(&c, &e), -1);
    assert_string_equal(e.text,
                        "train: both evaluate_every and evaluate_examples are "
                        "given, expected one of them");
}

static void threads_do_not_change_the_bits(void **state)
{
    static const int threads[] = {2, 3, 4, 7};
    static const long grains[] = {16, 1, 4};
    struct train_config c = toy_config();

    (void)state;
    for (int g = 0; g < 3; g++) {
        struct result one, more;
        struct error e;
        c.grains = grains[g];
        assert_int_equal(toy_train(&toy, &c, 1, &one, &e), TRAIN_FINISHED);
        for (int i = 0; i < 4; i++) {
            assert_int_equal(toy_train(&toy, &c, threads[i], &more, &e),
                             TRAIN_FINISHED);
            assert_true(toy_same(&one, &more));
            result_release(&more);
        }
        result_release(&one);
    }
}

static void batches_by_tokens_end_likewise(void **state)
{
    struct train_config c = toy_config();
    struct result one, two;
    struct error e;

    (void)state;
    c.batch = 0;
    c.batch_tokens = 150;
    assert_int_equal(toy_train(&toy, &c, 1, &one, &e), TRAIN_FINISHED);
    assert_int_equal(toy_train(&toy, &c, 2, &two, &e), TRAIN_FINISHED);
    assert_true(toy_same(&one, &two));
    assert_true(one.steps > 20);
    result_release(&one);
    result_release(&two);
}

static void patience_ends_a_run(void **state)
{
    struct train_config c = toy_config();
    struct result r;
    struct error e;

    (void)state;
    c.epochs = 0;
    c.steps = 400;
    c.patience = 2;
    c.learning_rate = 0;
    assert_int_equal(toy_train(&toy, &c, 1, &r, &e), TRAIN_FINISHED);
    assert_int_equal(r.steps, 12);
    assert_int_equal(r.best_step, 4);
    result_release(&r);
}

static void settings_that_contradict_are_refused(void **state)
{
    struct train_config c = toy_config();
    struct error e;

    (void)state;
    assert_int_equal(train_check(&c, &e), 0);
    c.grains = 12;
    assert_int_equal(train_check(&c, &e), -1);
    assert_non_null(strstr(e.text, "found 12, expected a power of two"));
    c = toy_config();
    c.batch_tokens = 100;
    assert_int_equal(train_check(&c, &e), -1);
    c = toy_config();
    c.epochs = 0;
    assert_int_equal(train_check(&c, &e), -1);
    assert_non_null(strstr(e.text, "neither epochs nor steps"));
}

/* --- averages ------------------------------------------------------------ */

static void average_as(struct train_config *c, const char *kind,
                       const char *field, double value)
{
    c->average = (struct chosen){0};
    chosen_preset(&c->average, &average_kinds, kind);
    const struct field *f = field_find(c->average.kind->fields, field);
    char *at = (char *)c->average.conf + f->offset;

    if (f->type == FIELD_TYPE_INT)
        *(long *)at = (long)value;
    else
        *(double *)at = value;
}

static void run_toy(const struct train_config *c, struct result *r)
{
    struct group g = group_alone();
    struct training t = toy_training(&toy, c, &g, 2);
    struct error e;

    *r = (struct result){0};
    assert_int_equal(train_run(&t, r, &e), TRAIN_FINISHED);
}

/* An average that follows at once equals the parameters; a slower one is scored
 * instead of them, and training goes on as without it. */
static void an_average_is_scored_in_place_of_the_parameters(void **state)
{
    struct train_config c = toy_config();
    struct result plain, at_once, slow;

    (void)state;
    run_toy(&c, &plain);
    average_as(&c, "moving", "decay", 0);
    run_toy(&c, &at_once);
    chosen_release(&c.average);
    average_as(&c, "moving", "decay", 0.9);
    run_toy(&c, &slow);
    chosen_release(&c.average);
    assert_true(toy_same(&plain, &at_once));
    assert_false(digest_equal(plain.params, slow.params));
    assert_int_equal(plain.history.n, slow.history.n);
    for (int i = 0; i < slow.history.n; i++)
        assert_true(plain.history.row[i].train_loss ==
                    slow.history.row[i].train_loss);
    result_release(&plain);
    result_release(&at_once);
    result_release(&slow);
}

/* A run may end, or have its best, before the mean begins. */
static void a_best_that_is_no_mean_says_so(void **state)
{
    struct train_config c = toy_config();
    struct result r;

    (void)state;
    for (int from = 30; from <= 31; from++) { /* the last step; one more */
        const bool begins = from == 30;

        average_as(&c, "tail", "from", from);
        c.evaluate_every = 30;
        run_toy(&c, &r);
        chosen_release(&c.average);
        assert_int_equal(r.best_step, 30);
        const char *said = facts_get(&r.facts, "average");

        assert_string_equal(said ? said : "", begins ? ""
                                                     : "none before step 31");
        result_release(&r);
    }
}

/* --- the step ----------------------------------------------------------- */

/* What one step of plain descent at a rate of 1 subtracts from each
 * parameter. */
static void one_step(const struct train_config *c, float *taken)
{
    struct stepper *s =
        stepper_new(&toy.model, c, &toy.task.split[SPLIT_TRAIN], 2);
    const size_t n = toy.model.params.len;

    memcpy(taken, stepper_params(s), n * sizeof(*taken));
    stepper_step(s);
    for (size_t i = 0; i < n; i++)
        taken[i] -= stepper_params(s)[i];
    stepper_free(s);
}

static void no_element_of_a_gradient_is_above_its_limit(void **state)
{
    const size_t n = toy.model.params.len;
    float *whole = memory_floats(n), *cut = memory_floats(n);
    struct train_config c = toy_config();
    struct error e;
    const float most = 1e-3f;
    size_t above = 0;

    (void)state;
    c.optimizer = (struct chosen){0};
    chosen_preset(&c.optimizer, &optimizer_kinds, "sgd");
    c.learning_rate = 1.0;
    c.clip_norm = 0;
    one_step(&c, whole);
    c.clip_element = (double)most;
    one_step(&c, cut);
    for (size_t i = 0; i < n; i++) {
        const float x = fminf(fmaxf(whole[i], -most), most);

        above += fabsf(whole[i]) > most;
        assert_true(fabsf(cut[i] - x) < 1e-7f);
    }
    assert_true(above > 10 && above < n - 10);
    c.clip_norm = 1;
    assert_int_equal(train_check(&c, &e), -1);
    assert_non_null(strstr(e.text, "both clip_norm and clip_element"));
    chosen_release(&c.optimizer);
    free(whole);
    free(cut);
}

/* A step of plain gradient descent is as long as the clipped gradient.  That
 * includes L2 if it is part of the loss, also of rows that no example looked
 * up, but not of parameters that are held. */
static void l2_of_the_loss_is_clipped_with_it(void **state)
{
    const size_t n = toy.model.params.len;
    float *step = memory_floats(n);
    struct train_config c = toy_config();
    struct error e;

    (void)state;
    c.optimizer = (struct chosen){0};
    chosen_preset(&c.optimizer, &optimizer_kinds, "sgd");
    c.learning_rate = 1.0;
    c.clip_norm = 1e-2;
    c.l2 = 0.1;
    for (int how = 0; how < 8; how++) {
        c.l2_in_loss = how % 2;
        c.lazy_rows = how / 2 % 2;
        toy.model.params.param[1].held = how < 4;
        one_step(&c, step);
        const double length = sqrt((double)vector_dot(n, step, step));

        print_message("# %d: %g\n", how, length);
        assert_true(fabs(length / c.clip_norm - 1) < 1e-4 || !c.l2_in_loss);
        assert_true(length > 2 * c.clip_norm || c.l2_in_loss);
    }
    c.clip_norm = 0;
    c.clip_element = 1;
    assert_int_equal(train_check(&c, &e), -1);
    assert_non_null(strstr(e.text, "train.l2_in_loss: found true"));
    chosen_release(&c.optimizer);
    free(step);
}

static long grains_for(long batch, long tokens, long grains)
{
    const struct train_config c = {
        .batch = batch, .batch_tokens = tokens, .grains = grains};

    return train_grains(&c);
}

static void grains_follow_from_the_batch_unless_given(void **state)
{
    (void)state;
    assert_int_equal(grains_for(1, 0, 0), 1);
    assert_int_equal(grains_for(31, 0, 0), 1);
    assert_int_equal(grains_for(32, 0, 0), 2);
    assert_int_equal(grains_for(100, 0, 0), 4);
    assert_int_equal(grains_for(1000000000, 0, 0), 1 << TREE_MAX_LEVEL);
    assert_int_equal(grains_for(0, 1, 0), 1);
    assert_int_equal(grains_for(0, 2048, 0), 4);
    assert_int_equal(grains_for(0, 25000, 0), 32);
    assert_int_equal(grains_for(64, 0, 1), 1);
    assert_int_equal(grains_for(1, 0, 16), 16);
}

/* The tree's sum is the sum up to rounding. */
static void grains_add_up_to_the_batch(void **state)
{
    struct train_config c = toy_config();
    double loss[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        c.grains = i ? 16 : 1;
        struct stepper *s =
            stepper_new(&toy.model, &c, &toy.task.split[SPLIT_TRAIN], 1);
        for (int k = 0; k < 5; k++)
            loss[i] = stepper_step(s);
        stepper_free(s);
    }
    assert_true(fabs(loss[0] - loss[1]) < 1e-5 * fabs(loss[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_learns),
        cmocka_unit_test(a_rate_is_halved_when_evaluations_are_worse),
        cmocka_unit_test(examples_may_be_counted_between_evaluations),
        cmocka_unit_test(threads_do_not_change_the_bits),
        cmocka_unit_test(batches_by_tokens_end_likewise),
        cmocka_unit_test(patience_ends_a_run),
        cmocka_unit_test(settings_that_contradict_are_refused),
        cmocka_unit_test(an_average_is_scored_in_place_of_the_parameters),
        cmocka_unit_test(a_best_that_is_no_mean_says_so),
        cmocka_unit_test(no_element_of_a_gradient_is_above_its_limit),
        cmocka_unit_test(l2_of_the_loss_is_clipped_with_it),
        cmocka_unit_test(grains_follow_from_the_batch_unless_given),
        cmocka_unit_test(grains_add_up_to_the_batch),
    };

    return cmocka_run_group_tests(tests, begin_toy, end_toy);
}
