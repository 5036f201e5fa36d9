/* The table of a sweep, from made-up results, in every format. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/table_fixture.h"

static void text_puts_published_beside_measured(void **state)
{
    (void)state;
    expect(true, format_find("text"), false,
           "model.attention.kind  n     valid.map      test.map  published     "
           " test.mrr  source\n"
           "-------------------------------------------------------------------"
           "------------------------\n"
           "softmax               3  66.00" PM "1.00  61.00" PM
           "1.00       66.4  62.50" PM "1.00  CoDA, table 2\n"
           "coda                  3  69.00" PM "1.00  64.00" PM
           "1.00       70.5  65.50" PM "1.00  CoDA, table 2\n"
           "\n"
           "scored: of each trial the checkpoint with the highest valid.map; "
           "\xc2\xb1 "
           "is the standard deviation over n seeds (divisor n - 1)\n"
           "243 test questions, those with an answer\n"
           "6 trials: 6 finished\n"
           "test.map and test.mrr: coda minus softmax is +3.00 and +3.00 "
           "(p = 0.250, the least that 3 seeds can give)\n"
           "p: two-sided, exact sign-flip test on pairs of equal seed\n");
}

static void markdown_escapes_bars_and_shows_failures(void **state)
{
    (void)state;
    expect(false, format_find("markdown"), false,
           "## wikiqa\n"
           "\n"
           "| model.attention.kind | n | valid.map | test.map | published | "
           "test.mrr | source | note |\n"
           "|---|---:|---:|---:|---:|---:|---|---|\n"
           "| softmax | 3 | 66.00" PM "1.00 | 61.00" PM "1.00 | 66.4 | 62.50" PM
           "1.00 | CoDA, table 2 |  |\n"
           "| coda | 2 | 69.00" PM "1.41 | 64.00" PM "1.41 | 70.5 | 65.50" PM
           "1.41 | CoDA, table 2 | trial 5 (train.seed=3) failed: loss is "
           "NaN \\| step 7 |\n"
           "\n"
           "- scored: of each trial the checkpoint with the highest valid.map; "
           "\xc2\xb1 "
           "is the standard deviation over n seeds (divisor n - 1)\n"
           "- 243 test questions, those with an answer\n"
           "- 6 trials: 5 finished, 1 failed\n"
           "- test.map and test.mrr: coda minus softmax is +3.50 and +3.50 "
           "(p = 0.500, the least that 2 seeds can give)\n"
           "- p: two-sided, exact sign-flip test on pairs of equal seed\n");
}

static void csv_quotes_and_keeps_numbers_apart(void **state)
{
    (void)state;
    expect(
        false, format_find("csv"), false,
        "model.attention.kind,n,valid.map.mean,valid.map.sd,valid.map.max,test."
        "map.mean,test.map.sd,test.map.max,test.map.published,test.mrr.mean,"
        "test.mrr.sd,test.mrr.max,source,note\r\n"
        "softmax,3,66,1,67,61,1,62,66.4,62.5,1,63.5,\"CoDA, table 2\",\r\n"
        "coda,2,69,1.414213562,70,64,1.414213562,65,70.5,65.5,1.414213562,66.5,"
        "\"CoDA, table 2\",trial 5 (train.seed=3) failed: loss is NaN | step "
        "7\r\n");
}

/* After the mean, and before the published number. */
static void the_highest_of_the_runs_is_shown_when_wanted(void **state)
{
    struct results s;
    struct str out = {0};

    (void)state;
    make_results(&s, false);
    report(&experiment, &s,
           (struct table_view){.format = format_find("markdown"), .max = true},
           &out);
    assert_non_null(strstr(out.s, "| n | valid.map | max | test.map | max | "
                                  "published | test.mrr | max | source |"));
    assert_non_null(strstr(out.s, "| coda | 2 | 69.00" PM "1.41 | 70.00 | "
                                  "64.00" PM "1.41 | 65.00 | 70.5 | "));
    str_release(&out);
    results_release(&s);
}

static void trials_are_listed_one_by_one(void **state)
{
    (void)state;
    expect(false, format_find("text"), true,
           "trial  status    attention  seed  steps  best_step  valid.map  t"
           "est.map  test.mrr  params\n"
           "----------------------------------------------------------------"
           "-------------------------------\n"
           "    0  finished  softmax    1      1000        100      65.00   "
           "  60.00     61.50  a6cd5e939200\n"
           "    1  finished  softmax    2      1000        200      66.00   "
           "  61.00     62.50  51025a449183\n"
           "    2  finished  softmax    3      1000        300      67.00   "
           "  62.00     63.50  e3ab152fcb17\n"
           "    3  finished  coda       1      1000        400      68.00   "
           "  63.00     64.50  22bbb76b211a\n"
           "    4  finished  coda       2      1000        500      70.00   "
           "  65.00     66.50  2ff39367394f\n"
           "    5  failed    coda       3      1000\n"
           "\n"
           "trial  status    attention  seed  reason\n"
           "------------------------------------------------------\n"
           "    0  finished  softmax    1\n"
           "    1  finished  softmax    2\n"
           "    2  finished  softmax    3\n"
           "    3  finished  coda       1\n"
           "    4  finished  coda       2\n"
           "    5  failed    coda       3     loss is NaN | step 7\n"
           "\n"
           "scored: of each trial the checkpoint with the highest valid.map;"
           " \xc2\xb1 is the standard deviation over n seeds (divisor n - 1)"
           "\n"
           "243 test questions, those with an answer\n"
           "6 trials: 5 finished, 1 failed\n"
           "test.map and test.mrr: coda minus softmax is +3.50 and +3.50 (p "
           "= 0.500, the least that 2 seeds can give)\n"
           "p: two-sided, exact sign-flip test on pairs of equal seed\n");
}

/* A row has what is needed to train the trial again and compare. */
static void trials_as_csv_have_all_digits_and_their_identity(void **state)
{
    (void)state;
    expect(false, format_find("csv"), true,
           "trial,status,model.attention.kind,train.seed,steps,best_step,"
           "valid.map,test.map,test.mrr,params,identity,reason\r\n"
           "0,finished,softmax,1,1000,100,65,60,61.5,"
           "a6cd5e9392000f6ac44bdff4074eecdb,numerics=1,\r\n"
           "1,finished,softmax,2,1000,200,66,61,62.5,"
           "51025a4491835505e12ef9d2eb86ceeb,numerics=1,\r\n"
           "2,finished,softmax,3,1000,300,67,62,63.5,"
           "e3ab152fcb1762bfc9f42e6c9e93dfff,numerics=1,\r\n"
           "3,finished,coda,1,1000,400,68,63,64.5,"
           "22bbb76b211a39ba13e608bc156defed,numerics=1,\r\n"
           "4,finished,coda,2,1000,500,70,65,66.5,"
           "2ff39367394f506c73b2284b32bf8672,numerics=2,\r\n"
           "5,failed,coda,3,1000,,,,,,numerics=1,"
           "loss is NaN | step 7\r\n");
}

/* A trial without its file is counted, and takes no part in a mean. */
/* Beside the goal, though there is a test split.  Both of two sources that fit
 * are named, although one name is part of the other. */
static void what_is_published_of_validation_is_shown(void **state)
{
    static char *on_valid[] = {"valid.mrr"};
    struct published both[] = {published[0], published[0]};
    struct experiment x = experiment;
    struct results s;
    struct str out = {0};

    (void)state;
    both[1].metric = on_valid;
    both[1].source = "CoDA";
    x.published = both;
    make_results(&s, true);
    for (int i = 0; i < TRIALS; i++)
        s.row[i].result.valid[1] = 50;
    report(&x, &s, (struct table_view){.format = format_find("markdown")},
           &out);
    assert_non_null(strstr(out.s, "| valid.map | valid.mrr | published | "));
    assert_non_null(strstr(out.s, " | 50.00" PM "0.00 | 66.4 | "));
    assert_non_null(strstr(out.s, " | CoDA, table 2 / CoDA |"));
    str_release(&out);
    results_release(&s);
}

/* With all reasons for programs, and the first ones for people. */
static void a_group_that_failed_is_one_row(void **state)
{
    struct results s;
    struct str out = {0};
    int rows = 0;

    (void)state;
    make_results(&s, false);
    for (int i = 3; i < TRIALS; i++)
        s.row[i].result.status = TRIAL_FAILED;
    report(&experiment, &s, (struct table_view){.format = format_find("csv")},
           &out);
    for (const char *at = out.s; (at = strstr(at, "\ncoda,0,")); at++)
        rows++;
    assert_int_equal(rows, 1);
    assert_non_null(strstr(out.s, "70.5,,,,\"CoDA, table 2\",trial 3 "));
    assert_non_null(strstr(out.s, "no reason given; trial 5 (train.seed=3) "
                                  "failed: loss is NaN | step 7\r\n"));
    str_clear(&out);
    report(&experiment, &s,
           (struct table_view){.format = format_find("markdown")}, &out);
    assert_non_null(strstr(out.s, "trial 4 (train.seed=2) failed: no reason "
                                  "given; 1 more failed |\n"));
    str_release(&out);
    results_release(&s);
}

/* True if the row of coda is above that of softmax. */
static bool coda_stands_first(const char *method, bool maximize)
{
    struct experiment x = experiment;
    struct results s;
    struct str out = {0};

    make_results(&s, true);
    chosen_preset(&x.search.sampler, &sampler_kinds, method);
    x.search.maximize = maximize;
    report(&x, &s, (struct table_view){.format = format_find("csv")}, &out);
    bool first = strstr(out.s, "\ncoda") < strstr(out.s, "\nsoftmax");
    str_release(&out);
    results_release(&s);
    chosen_release(&x.search.sampler);
    return first;
}

static void a_random_search_has_its_best_on_top(void **state)
{
    (void)state;
    assert_true(coda_stands_first("random", true));
    assert_false(coda_stands_first("random", false));
    assert_false(coda_stands_first("grid", true));
}

/* Without fields, seeds and metrics there is still a table. */
static void a_sweep_of_nothing_is_a_row(void **state)
{
    const struct experiment x = {.name = "alone"};
    struct results_row row = {.config.shared = "task.kind: rank\n"};
    const struct results s = {.n = 1, .row = &row};
    struct str out = {0};

    (void)state;
    report(&x, &s, (struct table_view){.format = format_find("csv")}, &out);
    assert_string_equal(str_text(&out), "experiment,n\r\nalone,0\r\n");
    str_release(&out);
}

static void a_long_table_says_how_many_rows_are_more(void **state)
{
    struct results s;
    struct str out = {0};

    (void)state;
    make_results(&s, true);
    report(&experiment, &s, (struct table_view){.trials = true, .most = 4},
           &out);
    assert_non_null(
        strstr(out.s, "\n2 more: codarun table results/wikiqa --trials\n"));
    assert_non_null(strstr(out.s, "\n    3  "));
    assert_null(strstr(out.s, "\n    4  "));
    str_clear(&out);
    report(&experiment, &s, (struct table_view){.trials = true, .most = TRIALS},
           &out);
    assert_null(strstr(out.s, " more: "));
    str_release(&out);
    results_release(&s);
}

/* A field that softmax does not have: "-" for people, empty for programs. */
static void a_field_that_a_kind_has_not_leaves_numbers_numbers(void **state)
{
    struct experiment x = experiment;
    struct parameter beta = {.name = "model.attention.beta"};
    struct results s;
    struct str out = {0};

    (void)state;
    x.search.space = (struct space){1, &beta};
    make_results(&s, true);
    for (int i = 3; i < TRIALS; i++) {
        free(s.row[i].config.own);
        s.row[i].config.own = memory_string("model.attention.beta: 0.5\n");
    }
    report(&x, &s, (struct table_view){.format = format_find("csv")}, &out);
    assert_non_null(strstr(out.s, "\r\n,3,66,"));
    report(&x, &s, (struct table_view){.format = format_find("json")}, &out);
    assert_non_null(strstr(out.s,
                           "{\"name\": \"model.attention.beta\", \"type\": "
                           "\"real\"}"));
    assert_non_null(strstr(out.s, "{\"model.attention.beta\": null, \"n\": 3"));
    report(&x, &s, (struct table_view){.format = format_find("text")}, &out);
    assert_non_null(strstr(out.s, "\n-  "));
    str_release(&out);
    results_release(&s);
}

/* A number published for one seed is not beside a mean. */
static void what_is_published_must_be_of_all_of_a_group(void **state)
{
    static char *seed[] = {"train.seed"}, *one[] = {"1"};
    struct published of_one = {1,       seed,           one, 0, NULL, 1,
                               metrics, published_coda, "x"};
    struct experiment x = experiment;
    struct results s;
    struct str out = {0};

    (void)state;
    x.published = &of_one;
    x.published_n = 1;
    make_results(&s, true);
    report(&x, &s, (struct table_view){.format = format_find("csv")}, &out);
    assert_null(strstr(out.s, "published"));
    assert_null(strstr(out.s, "source"));
    str_release(&out);
    results_release(&s);
}

/* Both for people, the first for programs. */
static void two_published_numbers_are_no_text(void **state)
{
    struct published both[] = {published[0], published[0]};
    struct experiment x = experiment;
    struct results s;
    struct str out = {0};

    (void)state;
    both[1].number = published_coda;
    x.published = both;
    make_results(&s, true);
    report(&x, &s, (struct table_view){.format = format_find("markdown")},
           &out);
    assert_non_null(strstr(out.s, " | 66.4 / 70.5 | "));
    str_clear(&out);
    report(&x, &s, (struct table_view){.format = format_find("json")}, &out);
    assert_non_null(strstr(out.s, "\"test.map.published\": 66.4, "));
    str_release(&out);
    results_release(&s);
}

/* A difference that is only rounding, in notes and in a table of tests. */
static void zero_is_not_negative(void **state)
{
    struct results s;
    struct str out = {0};

    (void)state;
    make_results(&s, true);
    for (int i = 3; i < TRIALS; i++)
        s.row[i].result.test[0] = s.row[i - 3].result.test[0] - 1e-13;
    report(&experiment, &s, (struct table_view){0}, &out);
    assert_non_null(strstr(out.s, "coda minus softmax is +0.00 (p = "));
    report(&experiment, &s, (struct table_view){.tests = true}, &out);
    assert_non_null(strstr(out.s, "+0.00"));
    assert_null(strstr(out.s, "-0.00 "));
    str_release(&out);
    results_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_published_of_validation_is_shown),
        cmocka_unit_test(a_group_that_failed_is_one_row),
        cmocka_unit_test(text_puts_published_beside_measured),
        cmocka_unit_test(markdown_escapes_bars_and_shows_failures),
        cmocka_unit_test(csv_quotes_and_keeps_numbers_apart),
        cmocka_unit_test(the_highest_of_the_runs_is_shown_when_wanted),
        cmocka_unit_test(trials_are_listed_one_by_one),
        cmocka_unit_test(trials_as_csv_have_all_digits_and_their_identity),
        cmocka_unit_test(a_random_search_has_its_best_on_top),
        cmocka_unit_test(a_sweep_of_nothing_is_a_row),
        cmocka_unit_test(a_long_table_says_how_many_rows_are_more),
        cmocka_unit_test(a_field_that_a_kind_has_not_leaves_numbers_numbers),
        cmocka_unit_test(what_is_published_must_be_of_all_of_a_group),
        cmocka_unit_test(two_published_numbers_are_no_text),
        cmocka_unit_test(zero_is_not_negative),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
