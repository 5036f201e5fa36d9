/* A table by a trait of the units, in every format. */
#include "config.h"

#include "tests/test.h"

#include "report/tables/table.h"
#include "tests/unit/by_trait_fixture.h"

/* --- tables --------------------------------------------------------------- */

static int report(const struct results *s, struct table_view view,
                  struct str *out, struct error *e)
{
    static struct parameter parameter[] = {{.name = "model.attention.kind"},
                                           {.name = "train.seed"}};
    const struct experiment x = {
        .name = "reader",
        .search = {.space = {2, parameter}, .maximize = true}};

    return report_results(&x, s, folder, &view, out, e);
}

static void expect(changer *change, struct table_view view,
                   const char *expected)
{
    struct results s;
    struct str out = {0};
    struct error e = {""};

    make_results(&s, change);
    if (report(&s, view, &out, &e))
        fail_msg("%s", e.text);
    if (strcmp(str_text(&out), expected) != 0)
        print_message("%s", str_text(&out));
    assert_string_equal(str_text(&out), expected);
    str_release(&out);
    results_release(&s);
}

#define PM " \xc2\xb1 "

static void each_value_is_a_row_and_all_close_the_group(void **state)
{
    (void)state;
    expect(NULL, (struct table_view){.by = "length", .split = SPLIT_NONE},
           "model.attention.kind  n  length  questions        test.em      "
           "test.map\n"
           "-------------------------------------------------------------------"
           "----\n"
           "softmax               2       0          1    0.00" PM "0.00\n"
           "softmax               2       7          2  25.00" PM
           "35.36  28.12" PM "4.42\n"
           "softmax               2      25          1  50.00" PM "70.71\n"
           "softmax               2      30          3   33.33" PM
           "0.00  53.12" PM "4.42\n"
           "softmax               2     all          7   28.57" PM
           "0.00  40.62" PM "4.42\n"
           "coda                  2       0          1  50.00" PM "70.71\n"
           "coda                  2       7          2   50.00" PM
           "0.00  40.62" PM "4.42\n"
           "coda                  2      25          1    0.00" PM "0.00\n"
           "coda                  2      30          3   33.33" PM
           "0.00  65.62" PM "4.42\n"
           "coda                  2     all          7  35.71" PM
           "10.10  53.12" PM "4.42\n"
           "\n"
           "scored: of each trial the checkpoint with the highest valid.em;" PM
           "is the standard deviation over n seeds (divisor n - 1)\n"
           "4 trials: 4 finished\n"
           "length: in steps of 1 (--width)\n");
}

static void csv_has_bounds_weights_and_no_sums(void **state)
{
    (void)state;
    expect(
        NULL,
        (struct table_view){.format = format_find("csv"),
                            .by = "length",
                            .width = 10,
                            .split = SPLIT_NONE},
        "model.attention.kind,n,length.from,length.to,questions,test.em.mean,"
        "test.em.sd,test.em.max,test.em.of,test.map.mean,test.map.sd,test.map."
        "max,test.map.of\r\n"
        "softmax,2,0,0,1,0,0,0,1,,,,0\r\n"
        "softmax,2,1,10,2,25,35.35533906,50,2,28.125,4.419417382,31.25,4\r\n"
        "softmax,2,21,30,4,37.5,17.67766953,50,4,53.125,4.419417382,56.25,4\r\n"
        "coda,2,0,0,1,50,70.71067812,100,1,,,,0\r\n"
        "coda,2,1,10,2,50,0,50,2,40.625,4.419417382,43.75,4\r\n"
        "coda,2,21,30,4,25,0,25,4,65.625,4.419417382,68.75,4\r\n");
}

static void words_that_no_question_has_are_left_out(void **state)
{
    (void)state;
    expect(NULL,
           (struct table_view){.format = format_find("csv"),
                               .by = "type",
                               .split = SPLIT_VALID},
           "model.attention.kind,n,type,questions,valid.em.mean,valid.em.sd,"
           "valid.em.max,valid.em.of,valid.map.mean,valid.map.sd,valid.map.max,"
           "valid.map.of\r\n"
           "softmax,2,what,4,50,35.35533906,75,4,46.875,4.419417382,50,4\r\n"
           "softmax,2,when,3,16.66666667,23.57022604,33.33333333,3,46.875,4."
           "419417382,50,4\r\n"
           "coda,2,what,4,12.5,17.67766953,25,4,59.375,4.419417382,62.5,4\r\n"
           "coda,2,when,3,50,23.57022604,66.66666667,3,59.375,4.419417382,62.5,"
           "4\r\n");
}

static void trials_are_rows_of_their_own_when_wanted(void **state)
{
    (void)state;
    expect(NULL,
           (struct table_view){.format = format_find("markdown"),
                               .by = "type",
                               .trials = true,
                               .split = SPLIT_NONE},
           "## reader\n"
           "\n"
           "| model.attention.kind | train.seed | n | type | questions | "
           "test.em | test.map |\n"
           "|---|---|---:|---|---:|---:|---:|\n"
           "| softmax | 0 | 1 | what | 4 | 0.00 | 37.50 |\n"
           "| softmax | 0 | 1 | when | 3 | 66.67 | 37.50 |\n"
           "| softmax | 0 | 1 | all | 7 | 28.57 | 37.50 |\n"
           "| softmax | 1 | 1 | what | 4 | 25.00 | 43.75 |\n"
           "| softmax | 1 | 1 | when | 3 | 33.33 | 43.75 |\n"
           "| softmax | 1 | 1 | all | 7 | 28.57 | 43.75 |\n"
           "| coda | 0 | 1 | what | 4 | 75.00 | 50.00 |\n"
           "| coda | 0 | 1 | when | 3 | 0.00 | 50.00 |\n"
           "| coda | 0 | 1 | all | 7 | 42.86 | 50.00 |\n"
           "| coda | 1 | 1 | what | 4 | 0.00 | 56.25 |\n"
           "| coda | 1 | 1 | when | 3 | 66.67 | 56.25 |\n"
           "| coda | 1 | 1 | all | 7 | 28.57 | 56.25 |\n"
           "\n"
           "- scored: of each trial the checkpoint with the highest valid.em\n"
           "- 4 trials: 4 finished\n");
}

/* One answer of trial 1 is not a number, and trial 3 failed: the NaN must be
 * visible, and the failed trial left out. */
static void spoil(struct result *r, int trial)
{
    if (trial == 1)
        units_at(&r->units[SPLIT_TEST], 1, EM)->sum = NAN;
    if (trial == 3)
        r->status = TRIAL_FAILED;
}

static void a_nan_stays_in_its_rows_and_a_failed_trial_out(void **state)
{
    (void)state;
    expect(
        spoil,
        (struct table_view){.format = format_find("csv"),
                            .by = "length",
                            .width = 10,
                            .split = SPLIT_NONE},
        "model.attention.kind,n,length.from,length.to,questions,test.em.mean,"
        "test.em.sd,test.em.max,test.em.of,test.map.mean,test.map.sd,test.map."
        "max,test.map.of\r\n"
        "softmax,2,0,0,1,nan,nan,nan,1,,,,0\r\n"
        "softmax,2,1,10,2,25,35.35533906,50,2,28.125,4.419417382,31.25,4\r\n"
        "softmax,2,21,30,4,37.5,17.67766953,50,4,53.125,4.419417382,56.25,4\r\n"
        "coda,1,0,0,1,100,,100,1,,,,0\r\n"
        "coda,1,1,10,2,50,,50,2,37.5,,37.5,4\r\n"
        "coda,1,21,30,4,25,,25,4,62.5,,62.5,4\r\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_value_is_a_row_and_all_close_the_group),
        cmocka_unit_test(csv_has_bounds_weights_and_no_sums),
        cmocka_unit_test(words_that_no_question_has_are_left_out),
        cmocka_unit_test(trials_are_rows_of_their_own_when_wanted),
        cmocka_unit_test(a_nan_stays_in_its_rows_and_a_failed_trial_out),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
