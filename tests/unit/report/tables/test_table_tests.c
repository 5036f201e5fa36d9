/* The table of all tests of a table's comparisons. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/report/tables/differences_fixture.h"

#include "base/numbers/random.h"
#include "engine/metric/bleu.h"
#include "report/tables/pivot.h"

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

static void expect_bootstrap(struct str *out, const char *metric, int questions,
                             const struct test_result *v, double corrected)
{
    char *line = memory_format(
        "%s," KIND ",softmax,coda,bootstrap,%.10g,questions,%d,%.10g,%.10g,"
        "%.10g,%.10g\r\n",
        metric, v->difference, questions, v->p, corrected, v->low, v->high);

    expect_line(out, line);
    free(line);
}

/* A row for each test, with the digits of the tests themselves. */
static void every_test_is_a_row_that_says_what_p_is_over(void **state)
{
    const struct test_result map = expected(MAP, SEEDS);
    const struct test_result top1 = expected(TOP1, SEEDS);
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
    expect_bootstrap(&out, "test.map", 39, &map, corrected[0]);
    const struct test_result welch = welch_test(b, SEEDS, a, SEEDS);
    char *line =
        memory_format("test.top1," KIND ",softmax,coda,welch,%.10g,seeds,6,"
                      "%.10g,",
                      welch.difference, welch.p);
    expect_line(&out, line);
    free(line);
    expect_line(&out, ",mcnemar,"); /* top1 is right or wrong, map is not */
    assert_null(strstr(strstr(out.s, ",mcnemar,") + 1, ",mcnemar,"));
    expect_line(&out, ",mcnemar-greater,");
    expect_line(&out, ",mcnemar-less,");
    for (const char *at = out.s; (at = strchr(at, '\n')); at++)
        rows++;
    assert_int_equal(rows, 1 + 5 + 8);
    str_release(&out);
}

/* McNemar's test uses the first pair of seeds. */
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
                               mcnemar_test(d, QUESTIONS, SIDE_BOTH).difference,
                               mcnemar_test(d, QUESTIONS, SIDE_BOTH).p);
    expect_line(&out, line);
    free(line);
    line = memory_format(",mcnemar-greater,%.10g,questions,39,%.10g,",
                         mcnemar_test(d, QUESTIONS, SIDE_GREATER).difference,
                         mcnemar_test(d, QUESTIONS, SIDE_GREATER).p);
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

/* --- a formula ------------------------------------------------------------ */

/* Fill in what a trial's question adds to BLEU's sums. */
static void fill_ngrams(struct ngram_sums *to, int trial, int question)
{
    for (int n = 0; n < BLEU_ORDERS; n++)
        to[n] = (struct ngram_sums){
            .said = 9 + question % 5 - n,
            .right = 10 + question % 4 - n,
            .shared = 5 + (question * (trial + 3) + 2 * trial) % 4 - n,
        };
}

/* Change the result of a trial to that of a task whose second metric is
 * BLEU. */
static void to_bleu(struct result *r)
{
    struct units *u = &r->units[SPLIT_TEST];

    strcpy(r->metric[TOP1], "bleu");
    units_add_ngrams(u, (const int[METRICS]){[TOP1] = BLEU_ORDERS});
    for (int q = 0; q < u->n; q++) {
        struct ngram_sums one[BLEU_ORDERS];

        *units_at(u, q, TOP1) = (struct tally){0};
        fill_ngrams(one, (int)r->valid[MAP] - 50, q);
        units_put_ngrams(u, q, TOP1, one);
    }
}

static void make_bleu(struct results *s)
{
    make_results(s, KIND, SPLIT_TEST);
    for (int i = 0; i < TRIALS; i++) {
        strcpy(s->row[i].result.metric[TOP1], "bleu");
        rewrite(i, to_bleu);
    }
}

/* Return BLEU of coda minus that of softmax, the mean over the seeds. */
static double difference_on(const int *question)
{
    double bleu[TRIALS], sum = 0;

    for (int i = 0; i < TRIALS; i++) {
        struct ngram_sums all[BLEU_ORDERS] = {0}, one[BLEU_ORDERS];

        for (int q = 0; q < QUESTIONS; q++) {
            fill_ngrams(one, i, question[q]);
            for (int n = 0; n < BLEU_ORDERS; n++) {
                all[n].said += one[n].said;
                all[n].right += one[n].right;
                all[n].shared += one[n].shared;
            }
        }
        bleu[i] = bleu_score(all, BLEU_ORDERS);
    }
    for (int i = 0; i < SEEDS; i++)
        sum += bleu[SEEDS + i] - bleu[i];
    return sum / SEEDS;
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* The same draws as in the bootstrap of a mean, read in the same way. */
static struct test_result drawn_by_hand(void)
{
    static double drawn[BOOTSTRAP_DRAWS];
    struct test_result v = {.n = QUESTIONS};
    int question[QUESTIONS], low = 0, high = 0;

    for (int q = 0; q < QUESTIONS; q++)
        question[q] = q;
    v.difference = difference_on(question);
    for (uint32_t k = 0; k < BOOTSTRAP_DRAWS; k++) {
        uint32_t word[QUESTIONS];

        random_words(random_key(0, "bootstrap"), (struct address){.step = k},
                     QUESTIONS, word);
        for (int q = 0; q < QUESTIONS; q++)
            question[q] = (int)((uint64_t)word[q] * QUESTIONS >> 32);
        drawn[k] = difference_on(question);
        low += drawn[k] <= 0;
        high += drawn[k] >= 0;
    }
    qsort(drawn, BOOTSTRAP_DRAWS, sizeof(*drawn), by_size);
    v.p = 2.0 * ((low < high ? low : high) + 1) / (BOOTSTRAP_DRAWS + 1);
    v.low = drawn[BOOTSTRAP_DRAWS / 40 - 1];
    v.high = drawn[BOOTSTRAP_DRAWS - BOOTSTRAP_DRAWS / 40];
    return v;
}

static void a_formula_is_tested_on_the_draws_of_a_mean(void **state)
{
    const struct test_result map = expected(MAP, SEEDS), bleu = drawn_by_hand();
    double corrected[2];
    struct results s;
    struct str out = {0};

    (void)state;
    make_bleu(&s);
    report_tests(&s, "csv", &out);
    holm((double[]){map.p, bleu.p}, 2, corrected);
    assert_true(bleu.p > 0.001 && bleu.p < 0.5);
    expect_bootstrap(&out, "test.bleu", 40, &bleu, corrected[1]);
    assert_null(strstr(out.s, "test.bleu," KIND ",softmax,coda,randomisation"));
    str_release(&out);
}

/* An older result has no n-grams, and answers can be not numbers. */
static void name_bleu(struct result *r)
{
    strcpy(r->metric[TOP1], "bleu");
    for (int q = 0; q < QUESTIONS; q++)
        *units_at(&r->units[SPLIT_TEST], q, TOP1) = (struct tally){0};
}

static void to_nan(struct result *r)
{
    to_bleu(r);
    units_ngrams(&r->units[SPLIT_TEST], TOP1, 0)[3] = -1;
}

static void a_formula_that_some_trial_lacks_is_not_tested(void **state)
{
    void (*const change[])(struct result *) = {name_bleu, to_nan};

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct results s;
        struct str out = {0};

        make_bleu(&s);
        rewrite(i % 2 ? 0 : TRIALS - 1, change[i / 2]);
        report_tests(&s, "csv", &out);
        expect_line(&out, "test.map," KIND ",softmax,coda,bootstrap,");
        expect_line(&out, "test.bleu," KIND ",softmax,coda,sign-flip,");
        assert_null(strstr(out.s, "test.bleu," KIND ",softmax,coda,bootstrap"));
        str_release(&out);
    }
}

/* --- daggers, and the goal ------------------------------------------------ */

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

/* Map_positive is affine in map, though it counts a question that map does
 * not. */
static void a_pivot_tests_affine_metrics_once(void **state)
{
    struct results s;

    (void)state;
    make_results(&s, KIND, SPLIT_TEST);
    expect_daggers(&s, TEST_SIGN_FLIP, "correction for 2, over seeds: ");
    expect_daggers(&s, TEST_BOOTSTRAP,
                   "correction for 2, over the test's units: ");
    results_release(&s);
}

/* The metric that chose the checkpoint is named as the goal, though all its
 * values are NaN and only another metric has a column. */
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
        cmocka_unit_test(a_formula_is_tested_on_the_draws_of_a_mean),
        cmocka_unit_test(a_formula_that_some_trial_lacks_is_not_tested),
        cmocka_unit_test(a_pivot_tests_affine_metrics_once),
        cmocka_unit_test(a_goal_that_has_no_value_is_said_to_be_the_goal),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
