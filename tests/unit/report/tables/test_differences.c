/* The notes that compare a table's groups, from result files: over seeds and
 * over the questions of the test. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/report/tables/differences_fixture.h"

static void questions_are_tested_beside_seeds(void **state)
{
    const struct test_result map = expected(MAP, SEEDS);
    const struct test_result top1 = expected(TOP1, SEEDS);
    const struct test_result positive = expected(MAP_POSITIVE, SEEDS);
    double corrected[2];
    struct results s;
    struct str out = {0};

    (void)state;
    assert_true(map.p > 0.01 && map.p < 0.99);
    holm((double[]){map.p, top1.p}, 2, corrected);
    make_results(&s, KIND, SPLIT_TEST);
    report(&s, KIND, &out);
    char *line = memory_format(
        "\ntest.map and test.map_positive: coda minus softmax is %+.2f and "
        "%+.2f (p = 0.250, the least that 3 seeds can give, Holm 0.500; over "
        "39 questions p = %.3f, Holm %.3f, %+.2f to %+.2f; over 40 questions "
        "p = %.3f, %+.2f to %+.2f)\ntest.top1: coda minus softmax is %+.2f (",
        map.difference, map.difference * 39 / 40, map.p, corrected[0], map.low,
        map.high, positive.p, positive.low, positive.high, top1.difference);
    expect_line(&out, line);
    free(line);
    line = memory_format(
        "; over 39 questions p = %.3f, Holm %.3f, %+.2f to %+.2f)\n", top1.p,
        corrected[1], top1.low, top1.high);
    expect_line(&out, line);
    free(line);
    expect_line(&out,
                "\np: two-sided, exact sign-flip test on pairs of equal seed\n"
                "over questions: two-sided p and 95 % interval, paired "
                "bootstrap of each one's mean over seeds, 10000 draws\n"
                "Holm: the same p, corrected for all of this table, 2 over "
                "seeds and 2 over questions\n");
    str_release(&out);
}

static void a_markdown_line_is_an_item(void **state)
{
    struct results s;
    struct str out = {0};
    struct error e;

    (void)state;
    make_results(&s, KIND, SPLIT_TEST);
    assert_int_equal(report_of(&s, KIND, format_find("markdown"), &out, &e), 0);
    expect_line(&out, "\n- test.map and test.map_positive: coda minus");
    expect_line(&out, "\n- over questions: ");
    str_release(&out);
    results_release(&s);
}

static void without_a_test_valid_is_tested(void **state)
{
    const struct test_result map = expected(MAP, SEEDS);
    struct results s;
    struct str out = {0};

    (void)state;
    make_results(&s, KIND, SPLIT_VALID);
    report(&s, KIND, &out);
    char *line = memory_format("; over 39 questions p = %.3f, Holm ", map.p);
    expect_line(&out, "\nvalid.map and valid.map_positive: coda minus");
    expect_line(&out, line);
    free(line);
    str_release(&out);
}

/* One seed does not permit a test over seeds, but one over the test set. */
static void one_seed_is_tested_over_questions(void **state)
{
    const struct test_result map = expected(MAP, 1);
    struct results s;
    struct str out = {0};

    (void)state;
    make_results(&s, KIND, SPLIT_TEST);
    for (int i = 0; i < TRIALS; i++)
        s.row[i].present = i % SEEDS == 0;
    report(&s, KIND, &out);
    char *line = memory_format(
        "\ntest.map: coda minus softmax is %+.2f (1 seed; over 39 questions "
        "p = %.3f, ",
        map.difference, map.p);
    expect_line(&out, line); /* two trials cannot show an affine relation */
    free(line);
    assert_null(strstr(out.s, "sign-flip"));
    str_release(&out);
}

static void count_alike(struct result *r)
{
    struct units *u = &r->units[SPLIT_TEST];

    *units_at(u, QUESTIONS - 1, MAP_POSITIVE) = (struct tally){0, 0};
}

/* One hypothesis, one p. */
static void what_is_equal_over_questions_is_said_once(void **state)
{
    struct results s;
    struct str out = {0};

    (void)state;
    make_results(&s, KIND, SPLIT_TEST);
    for (int i = 0; i < TRIALS; i++)
        rewrite(i, count_alike);
    report(&s, KIND, &out);
    const char *line = strstr(out.s, "\ntest.map and test.map_positive: ");

    assert_non_null(line);
    const char *once = strstr(line, "over 39 questions");

    assert_non_null(once);
    assert_true(strstr(once + 1, "over ") > strchr(once, '\n'));
    str_release(&out);
}

static void lose_units(struct result *r)
{
    units_release(&r->units[SPLIT_TEST]);
}

static void count_otherwise(struct result *r)
{
    units_at(&r->units[SPLIT_TEST], 4, TOP1)->of = 0;
}

static void lose_a_question(struct result *r)
{
    r->units[SPLIT_TEST].n--;
}

/* A file before version 3, or other questions: then only over seeds. */
static void other_units_are_not_compared(void **state)
{
    static void (*const change[])(struct result *) = {
        lose_units, count_otherwise, lose_a_question};

    (void)state;
    for (int i = 0; i < 3; i++)
        for (int trial = 0; trial < TRIALS; trial += TRIALS - 1) {
            struct results s;
            struct str out = {0};

            make_results(&s, KIND, SPLIT_TEST);
            rewrite(trial, change[i]);
            report(&s, KIND, &out);
            expect_line(
                &out,
                "(p = 0.250, the least that 3 seeds can give, Holm 0.500)\n");
            assert_null(strstr(out.s, "over q"));
            str_release(&out);
        }
}

static void another_task_may_ask_other_questions(void **state)
{
    struct results s;
    struct str out = {0};

    (void)state;
    make_results(&s, "task.test", SPLIT_TEST);
    report(&s, "task.test", &out);
    expect_line(&out,
                "(p = 0.250, the least that 3 seeds can give, Holm 0.500)\n");
    assert_null(strstr(out.s, "over q"));
    str_release(&out);
}

/* A metric that is equal in all trials is not a hypothesis. */
static void a_constant_is_not_tested(void **state)
{
    struct results s;
    struct str out = {0};

    (void)state;
    make_results(&s, KIND, SPLIT_TEST);
    for (int i = 0; i < TRIALS; i++)
        s.row[i].result.test[TOP1] = 100;
    report(&s, KIND, &out);
    assert_null(strstr(out.s, "\ntest.top1: "));
    assert_null(strstr(out.s, "Holm"));
    str_release(&out);
}

/* Pairs of trials with three values of a field, two seeds each. */
static void report_three(const char *field, const char *const value[3],
                         struct str *out)
{
    struct results s;

    make_results(&s, KIND, SPLIT_TEST);
    for (int i = 0; i < TRIALS; i++) {
        row_text_release(&s.row[i].config);
        s.row[i].config.own = memory_format("%s: %s\ntrain.seed: %d\n", field,
                                            value[i / 2], i % 2);
    }
    report(&s, field, out);
}

static void of_three_words_each_is_set_against_the_first(void **state)
{
    struct str out = {0};

    (void)state;
    report_three(KIND, (const char *[]){"softmax", "sparsemax", "coda"}, &out);
    expect_line(&out, "test.top1: sparsemax minus softmax is ");
    expect_line(&out, "test.top1: coda minus softmax is ");
    assert_null(strstr(out.s, "coda minus sparsemax"));
    str_release(&out);
}

static void three_numbers_are_not_compared(void **state)
{
    struct str out = {0};

    (void)state;
    report_three(KIND, (const char *[]){"0.1", "0.2", "0.3"}, &out);
    assert_null(strstr(out.s, " minus "));
    str_release(&out);
}

static void names_of_variants_are_words(void **state)
{
    struct str out = {0};

    (void)state;
    report_three(VARIANT, (const char *[]){"64", "+ 128", "256"}, &out);
    expect_line(&out, "test.top1: + 128 minus 64 is ");
    expect_line(&out, "test.top1: 256 minus 64 is ");
    assert_null(strstr(out.s, "minus + 128"));
    str_release(&out);
}

static void a_file_that_is_gone_is_an_error(void **state)
{
    struct results s;
    struct str out = {0};
    struct error e = {""};

    (void)state;
    make_results(&s, KIND, SPLIT_TEST);
    s.row[4].trial.lo ^= 1;
    assert_int_equal(report_of(&s, KIND, format_find("text"), &out, &e), -1);
    assert_non_null(strstr(e.text, folder));
    str_release(&out);
    results_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(questions_are_tested_beside_seeds),
        cmocka_unit_test(what_is_equal_over_questions_is_said_once),
        cmocka_unit_test(a_constant_is_not_tested),
        cmocka_unit_test(a_markdown_line_is_an_item),
        cmocka_unit_test(without_a_test_valid_is_tested),
        cmocka_unit_test(one_seed_is_tested_over_questions),
        cmocka_unit_test(other_units_are_not_compared),
        cmocka_unit_test(another_task_may_ask_other_questions),
        cmocka_unit_test(of_three_words_each_is_set_against_the_first),
        cmocka_unit_test(three_numbers_are_not_compared),
        cmocka_unit_test(names_of_variants_are_words),
        cmocka_unit_test(a_file_that_is_gone_is_an_error),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
