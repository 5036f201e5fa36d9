/* The table of every test of what a table compares. */
#include "config.h"

#include "../test.h"

#include "differences_fixture.h"

#include "report/pivot.h"

static void report_tests(struct results *s, const char *format, struct str *out)
{
    struct parameter parameter[] = {{.name = KIND}, {.name = "train.seed"}};
    const struct experiment x = {
        .name = "wikiqa",
        .search = {.space = {2, parameter}, .maximize = true}};
    const struct table_view view = {.format = format_find(format),
                                    .tests = true};
    struct error e = {""};

    if (report_results(&x, s, folder, &view, out, &e))
        fail_msg("%s", e.text);
    results_release(s);
}

/* A row a test, to the digits of the tests themselves. */
static void every_test_is_a_row_that_says_what_p_is_over(void **state)
{
    const struct verdict map = expected(MAP, SEEDS);
    const struct verdict top1 = expected(TOP1, SEEDS);
    double a[SEEDS], b[SEEDS], corrected[2];
    struct results s;
    struct str out = {0};
    int rows = 0;

    (void)state;
    make_results(&s, KIND, SPLIT_TEST);
    for (int i = 0; i < SEEDS; i++) {
        a[i] = s.row[i].result.test[TOP1];
        b[i] = s.row[SEEDS + i].result.test[TOP1];
    }
    report_tests(&s, "csv", &out);
    expect_line(&out, "metric,field,from,to,test,difference,over,n,p,holm,low,"
                      "high\r\n"
                      "test.map," KIND ",softmax,coda,sign-flip,");
    holm((double[]){map.p, top1.p}, 2, corrected);
    char *line = memory_format(
        "test.map," KIND ",softmax,coda,bootstrap,%.10g,questions,39,%.10g,"
        "%.10g,%.10g,%.10g\r\n",
        map.difference, map.p, corrected[0], map.low, map.high);
    expect_line(&out, line);
    free(line);
    const struct verdict welch = welch_test(b, SEEDS, a, SEEDS);

    line = memory_format("test.top1," KIND ",softmax,coda,welch,%.10g,seeds,6,"
                         "%.10g,",
                         welch.difference, welch.p);
    expect_line(&out, line);
    free(line);
    expect_line(&out, ",mcnemar,"); /* top1 is right or wrong, map is not */
    assert_null(strstr(strstr(out.s, ",mcnemar,") + 1, ",mcnemar,"));
    for (const char *at = out.s; (at = strchr(at, '\n')); at++)
        rows++;
    assert_int_equal(rows, 1 + 5 + 6);
    str_release(&out);
}

/* McNemar's is of the first pair of seeds. */
static void mcnemars_is_of_the_first_pair(void **state)
{
    struct units x, y;
    struct tally d[QUESTIONS];
    struct results s;
    struct str out = {0};

    (void)state;
    fill_units(&x, SEEDS);
    fill_units(&y, 0);
    for (int q = 0; q < QUESTIONS; q++) {
        d[q] = *units_at(&x, q, TOP1);
        d[q].sum -= units_at(&y, q, TOP1)->sum;
    }
    make_results(&s, KIND, SPLIT_TEST);
    report_tests(&s, "csv", &out);
    char *line = memory_format(",mcnemar,%.10g,questions,39,%.10g,",
                               mcnemar_test(d, QUESTIONS).difference,
                               mcnemar_test(d, QUESTIONS).p);
    expect_line(&out, line);
    free(line);
    str_clear(&out);
    make_results(&s, KIND, SPLIT_TEST);
    report_tests(&s, "text", &out);
    expect_line(&out, "\ntest.map_positive is affine in test.map over all "
                      "trials: one hypothesis, and the same test over seeds\n");
    expect_line(&out, "\nmcnemar: McNemar's exact test of the first pair of ");
    units_release(&x);
    units_release(&y);
    str_release(&out);
}

static void expect_daggers(const struct results *s, int test, const char *said)
{
    struct parameter parameter[] = {{.name = KIND}, {.name = "train.seed"}};
    const struct experiment x = {.search.space = {2, parameter},
                                 .name = "wikiqa"};
    struct str out = {0};
    struct error e = {""};

    if (report_pivot_folders(&(struct folder){&x, s}, 1,
                             &(struct pivot_view){.test = &test_kinds[test]},
                             &out, &e))
        fail_msg("%s", e.text);
    expect_line(&out, said);
    str_release(&out);
}

/* Over seeds map_positive is map; it has a question that map has not. */
static void a_pivot_tests_affine_metrics_once_over_seeds_alone(void **state)
{
    struct results s;

    (void)state;
    make_results(&s, KIND, SPLIT_TEST);
    expect_daggers(&s, TEST_SIGN_FLIP, "correction for 2, over seeds: ");
    expect_daggers(&s, TEST_BOOTSTRAP,
                   "correction for 3, over the test's units: ");
    results_release(&s);
}

/* What chose the checkpoint is said by its name, though it was never a number
 * and another metric's column is there alone. */
static void a_goal_that_has_no_value_is_said_to_be_the_goal(void **state)
{
    struct parameter parameter[] = {{.name = KIND}, {.name = "train.seed"}};
    const struct experiment x = {
        .name = "wikiqa",
        .goal = TOP1,
        .search = {.space = {2, parameter}, .maximize = true}};
    const struct table_view view = {.format = format_find("text")};
    struct results s;
    struct str out = {0};
    struct error e = {""};

    (void)state;
    make_results(&s, KIND, SPLIT_VALID);
    for (long i = 0; i < s.n; i++) {
        s.row[i].result.valid[TOP1] = NAN;
        for (int m = 0; m < s.row[i].result.metrics; m++)
            s.row[i].result.test[m] = NAN;
    }
    if (report_results(&x, &s, folder, &view, &out, &e))
        fail_msg("%s", e.text);
    assert_non_null(strstr(str_text(&out), " valid.map"));
    expect_line(&out, "checkpoint with the highest valid.top1");
    str_release(&out);
    results_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_test_is_a_row_that_says_what_p_is_over),
        cmocka_unit_test(mcnemars_is_of_the_first_pair),
        cmocka_unit_test(a_pivot_tests_affine_metrics_once_over_seeds_alone),
        cmocka_unit_test(a_goal_that_has_no_value_is_said_to_be_the_goal),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
