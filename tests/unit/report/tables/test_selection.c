/* Selecting trials: by conditions, and those trained until their end. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/table_fixture.h"

#include "report/tables/selection.h"
#include "sweep/results/trial_columns.h"

/* Select from the six trials of table_fixture.h by conditions, which end with
 * NULL; with one call each if `apart`.  Returns the trials left, "0 1 2", or
 * the error. */
static char *selected(struct results *s, bool finished, bool apart,
                      const char *const *where)
{
    struct folder folder = {&experiment, s};
    struct folders f = {1, &folder, NULL, s};
    struct selection chosen = {.finished = finished};
    struct error e;
    struct str out = {0};
    int bad = 0;

    for (; *where && !bad; where++) {
        bad = selection_add(&chosen, *where, &e);
        if (apart && !bad) {
            bad = folders_select(&f, &chosen, &e);
            selection_release(&chosen);
        }
    }
    if (!bad)
        bad = folders_select(&f, &chosen, &e);
    selection_release(&chosen);
    for (long i = 0; i < s->n && !bad; i++)
        str_addf(&out, "%s%ld", i ? " " : "", s->row[i].number);
    return bad ? memory_string(e.text) : str_take(&out);
}

static void expect_of(struct results *s, bool finished, bool apart,
                      const char *const *where, const char *expected)
{
    char *found = selected(s, finished, apart, where);

    assert_string_equal(found, expected);
    free(found);
    results_release(s);
}

#define WHERE(...) ((const char *const[]){__VA_ARGS__, NULL})

static void expect_where(const char *const *where, const char *expected)
{
    struct results s;

    make_results(&s, false);
    expect_of(&s, false, false, where, expected);
}

static void fields_metrics_and_what_a_trial_has_are_selected_by(void **state)
{
    (void)state;
    expect_where(WHERE("model.attention.kind=coda"), "3 4 5");
    expect_where(WHERE("test.map>62"), "3 4");
    expect_where(WHERE("test.map>=62"), "2 3 4");
    expect_where(WHERE("test.map<61"), "0");
    expect_where(WHERE("test.map<=61"), "0 1");
    expect_where(WHERE("best_step=400"), "3");
    expect_where(WHERE("status=failed"), "5");
    expect_where(WHERE("trial>3"), "4 5");
    expect_where(WHERE("identity=numerics=2"), "4");
}

/* A script excludes failed trials of a sweep in which none has failed. */
static void a_status_may_be_one_that_no_trial_has(void **state)
{
    struct results s;

    (void)state;
    expect_where(WHERE("status!=missing"), "0 1 2 3 4 5");
    expect_where(WHERE("status!=left out"), "0 1 2 3 4 5");
    expect_where(WHERE("status=missing"),
                 "found no trial that is selected: status=missing");
    expect_where(WHERE("status!=faild"),
                 "--where status!=faild: found value 'faild' of status, "
                 "expected finished, failed, missing or left out; did you mean "
                 "'failed'?");
    make_results(&s, false);
    for (int i = 0; i < TRIALS; i++)
        s.row[i].result.status = TRIAL_FINISHED;
    expect_of(&s, false, false, WHERE("status!=failed"), "0 1 2 3 4 5");
    for (int i = 0; trial_status_names[i]; i++)
        assert_string_equal(trial_column("status").texts[i],
                            trial_status_names[i]);
}

/* Values are compared as YAML reads them. */
static void equal_values_may_be_written_otherwise(void **state)
{
    (void)state;
    expect_where(WHERE("train.seed=1"), "0 3");
    expect_where(WHERE("train.seed=1.0"), "0 3");
    expect_where(WHERE("train.seed=2e0"), "1 4");
    expect_where(WHERE("model.hidden=2e2", "test.map=65"), "4");
}

static void what_equals_and_what_does_not_are_all(void **state)
{
    (void)state;
    expect_where(WHERE("train.seed=1"), "0 3");
    expect_where(WHERE("train.seed!=1"), "1 2 4 5");
    expect_where(WHERE("test.map=60"), "0");
    expect_where(WHERE("test.map!=60"), "1 2 3 4 5"); /* trial 5 has none */
}

static void conditions_one_after_the_other_are_both_at_once(void **state)
{
    const char *const *both = WHERE("train.seed>1", "attention=coda");
    const char *const *turned = WHERE("attention=coda", "train.seed>1");

    (void)state;
    for (int apart = 0; apart < 2; apart++)
        for (int turn = 0; turn < 2; turn++) {
            struct results s;

            make_results(&s, false);
            expect_of(&s, false, apart, turn ? turned : both, "4 5");
        }
}

static void names_may_be_short_where_one_is_meant(void **state)
{
    (void)state;
    expect_where(WHERE("attention=softmax"), "0 1 2");
    expect_where(WHERE("attention.kind=softmax"), "0 1 2");
    expect_where(WHERE("seed=3"), "2 5");
    expect_where(WHERE("hidden=200"), "0 1 2 3 4 5");
    expect_where(WHERE("map>3"), "--where map>3: found 'map', which may be "
                                 "valid.map or test.map");
}

static void of_several_a_swept_field_is_meant(void **state)
{
    struct results s;

    (void)state;
    make_results(&s, false);
    for (int i = 0; i < TRIALS; i++) {
        char *own = s.row[i].config.own;

        s.row[i].config.own = memory_format("%stask.seed: %d\n", own, 9 - i);
        free(own);
    }
    expect_of(&s, false, false, WHERE("seed<9", "task.seed<6"), "4 5");
}

static void a_wrong_name_or_value_is_answered_with_the_right_ones(void **state)
{
    (void)state;
    expect_where(WHERE("atention=coda"),
                 "--where atention=coda: found 'atention', expected a field "
                 "such as train.seed, a metric such as valid.accuracy, or a "
                 "column such as trial, status or seconds; did you mean "
                 "'attention'?");
    expect_where(WHERE("attention=codaa"),
                 "--where attention=codaa: found value 'codaa' of "
                 "model.attention.kind, expected softmax or coda; did you mean "
                 "'coda'?");
    expect_where(WHERE("attention!=codaa"),
                 "--where attention!=codaa: found value 'codaa' of "
                 "model.attention.kind, expected softmax or coda; did you mean "
                 "'coda'?");
    expect_where(WHERE("attention>1"),
                 "--where attention>1: found model.attention.kind, whose "
                 "values are no numbers, such as 'softmax', expected = or !=");
    expect_where(WHERE("hosts=a"), "--where hosts=a: found value 'a' of hosts, "
                                   "expected none, as no trial has any");
    expect_where(WHERE("seed=1", "trial=1"),
                 "found no trial that is selected: seed=1, trial=1");
}

static void what_is_no_condition_is_an_error(void **state)
{
    struct selection s = {0};
    struct error e;

    (void)state;
    assert_int_equal(selection_add(&s, "attention", &e), -1);
    assert_int_equal(selection_add(&s, "=coda", &e), -1);
    assert_int_equal(selection_add(&s, "seed!1", &e), -1);
    assert_int_equal(selection_add(&s, "seed>x", &e), -1);
    assert_string_equal(e.text, "found 'x' in 'seed>x', expected a number");
    assert_int_equal(s.n, 0);
    selection_release(&s);
}

/* Trials that failed, were ended by a scheduler or have not finished are left
 * out. */
static void finished_trials_were_trained_to_their_end(void **state)
{
    struct results s;

    (void)state;
    make_results(&s, false);
    facts_add(&s.row[1].result.facts, "ended_early", "0.5 of its run, by x");
    s.row[3].present = false;
    expect_of(&s, true, false, WHERE(NULL), "0 2 4");
}

/* Its results are unknown, which is reported; its fields are known. */
static void a_damaged_trial_stays_unless_its_fields_say_otherwise(void **state)
{
    for (int i = 0; i < 3; i++) {
        struct results s;

        (void)state;
        make_results(&s, false);
        s.row[0].present = false;
        s.row[0].left_out = true;
        expect_of(&s, i == 2, false,
                  i == 0   ? WHERE("test.map>62")
                  : i == 1 ? WHERE("attention=coda", "test.map>62")
                           : WHERE(NULL),
                  i == 0   ? "0 3 4"
                  : i == 1 ? "3 4"
                           : "0 1 2 3 4");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_metrics_and_what_a_trial_has_are_selected_by),
        cmocka_unit_test(a_status_may_be_one_that_no_trial_has),
        cmocka_unit_test(equal_values_may_be_written_otherwise),
        cmocka_unit_test(what_equals_and_what_does_not_are_all),
        cmocka_unit_test(conditions_one_after_the_other_are_both_at_once),
        cmocka_unit_test(names_may_be_short_where_one_is_meant),
        cmocka_unit_test(of_several_a_swept_field_is_meant),
        cmocka_unit_test(a_wrong_name_or_value_is_answered_with_the_right_ones),
        cmocka_unit_test(what_is_no_condition_is_an_error),
        cmocka_unit_test(finished_trials_were_trained_to_their_end),
        cmocka_unit_test(a_damaged_trial_stays_unless_its_fields_say_otherwise),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
