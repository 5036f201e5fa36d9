/* The space of a sweep as given in a file: distributions, conditions, zipped
 * lists, repeats and rules. */
#include "tests/unit/sweep/experiment/experiment_fixture.h"

#include <math.h>

#include "base/core/memory.h"
#include "sweep/sampler/rule.h"

#define RANDOM_OF(parameters)                                          \
    HEAD "sweep: {method: random, trials: 2000, seed: 5, parameters: " \
         "{" parameters "}}\n"

/* Read one parameter's value in every trial. */
static void draw_all(const char *text, double *value, int n)
{
    struct experiment x;

    read_well(&x, text);
    for (int i = 0; i < n; i++) {
        struct assignment a = experiment_assignment(&x, i);

        value[i] = strtod(a.value[0], NULL);
        assignment_release(&x.search.space, &a);
    }
    experiment_release(&x);
}

enum { DRAWN = 2000 };

static double mean(const double *x, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += x[i] / n;
    return sum;
}

static double deviation(const double *x, int n)
{
    const double m = mean(x, n);
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += (x[i] - m) * (x[i] - m) / (n - 1);
    return sqrt(sum);
}

static void a_normal_one_has_its_mean_and_deviation(void **state)
{
    double x[DRAWN];

    (void)state;
    draw_all(RANDOM_OF("model.dropout: {mean: 0.4, deviation: 0.05}"), x,
             DRAWN);
    assert_true(fabs(mean(x, DRAWN) - 0.4) < 0.005);
    assert_true(fabs(deviation(x, DRAWN) - 0.05) < 0.003);
    draw_all(RANDOM_OF("train.learning_rate: {mean: 1.0e-3, deviation: 3, "
                       "scale: log}"),
             x, DRAWN);
    for (int i = 0; i < DRAWN; i++)
        x[i] = log(x[i] / 1e-3) / log(3);
    assert_true(fabs(mean(x, DRAWN)) < 0.1);
    assert_true(fabs(deviation(x, DRAWN) - 1) < 0.06);
}

static void a_cut_one_stays_inside(void **state)
{
    double x[DRAWN];
    int below = 0;

    (void)state;
    draw_all(RANDOM_OF("model.dropout: {mean: 0.2, deviation: 0.3, min: 0, "
                       "max: 0.5}"),
             x, DRAWN);
    for (int i = 0; i < DRAWN; i++) {
        assert_true(x[i] >= 0 && x[i] <= 0.5);
        below += x[i] < 0.25;
    }
    /* with the normal's F: (F(1/6) - F(-2/3)) / (F(1) - F(-2/3)) */
    assert_true(fabs(below / (double)DRAWN - 0.5335) < 0.04);
}

static void steps_have_equal_chances(void **state)
{
    double x[DRAWN];
    int of[7] = {0};

    (void)state;
    draw_all(RANDOM_OF("model.hidden: {min: 50, max: 350, step: 50}"), x,
             DRAWN);
    for (int i = 0; i < DRAWN; i++) {
        assert_true(fmod(x[i], 50) == 0 && x[i] >= 50 && x[i] <= 350);
        of[(int)x[i] / 50 - 1]++;
    }
    for (int i = 0; i < 7; i++)
        assert_in_range(of[i], DRAWN / 7 - 80, DRAWN / 7 + 80);
}

/* Return the assignments of all trials, one per line. */
static char *trials(const char *text)
{
    struct experiment x;
    struct str s = {0};

    read_well(&x, text);
    for (long i = 0; i < experiment_trials(&x); i++) {
        struct assignment a = experiment_assignment(&x, i);

        if (experiment_has(&x, i)) {
            assignment_text(&x.search.space, &a, " ", &s);
            str_adds(&s, "\n");
        }
        assignment_release(&x.search.space, &a);
    }
    experiment_release(&x);
    return str_take(&s);
}

static void expect_trials(const char *text, const char *expected)
{
    char *found = trials(text);

    assert_string_equal(found, expected);
    free(found);
}

static void a_condition_takes_the_value_away(void **state)
{
    (void)state;
    expect_trials(
        HEAD "sweep: {parameters: {model.attention: [softmax, coda], "
             "model.attention.beta: {values: [1, 2], when: {model.attention: "
             "coda}}}}\n",
        "model.attention.kind=softmax\nmodel.attention.kind=softmax\n"
        "model.attention.kind=coda model.attention.beta=1\n"
        "model.attention.kind=coda model.attention.beta=2\n");
}

static void zipped_lists_go_together(void **state)
{
    (void)state;
    expect_trials(HEAD "sweep: {parameters: {model.hidden: [4, 8], train.seed: "
                       "[1, 2], model.dropout: [0.1, 0.2]}, zip: "
                       "[[model.hidden, model.dropout]]}\n",
                  "model.hidden=4 train.seed=1 model.dropout=0.1\n"
                  "model.hidden=4 train.seed=2 model.dropout=0.1\n"
                  "model.hidden=8 train.seed=1 model.dropout=0.2\n"
                  "model.hidden=8 train.seed=2 model.dropout=0.2\n");
}

static void repeats_differ_in_the_seed_alone(void **state)
{
    char *once = trials(HEAD "sweep: {method: random, trials: 2, parameters: "
                             "{model.hidden: {min: 1, max: 999}}}\n");
    char *thrice =
        trials(HEAD "sweep: {method: random, trials: 2, repeats: 3, "
                    "parameters: {model.hidden: {min: 1, max: 999}}}\n");
    const long first = strtol(once + strlen("model.hidden="), NULL, 10);
    const long second =
        strtol(strchr(once, '\n') + 1 + strlen("model.hidden="), NULL, 10);
    char *expected = memory_format(
        "model.hidden=%ld train.seed=1\nmodel.hidden=%ld train.seed=2\n"
        "model.hidden=%ld train.seed=3\nmodel.hidden=%ld train.seed=1\n"
        "model.hidden=%ld train.seed=2\nmodel.hidden=%ld train.seed=3\n",
        first, first, first, second, second, second);

    (void)state;
    assert_string_equal(thrice, expected);
    free(once);
    free(thrice);
    free(expected);
}

static void what_breaks_a_rule_is_no_trial(void **state)
{
    (void)state;
    expect_trials(HEAD "sweep: {parameters: {model.hidden: [4, 8, 16], "
                       "train.batch: [8, 16]}, rules: "
                       "['train.batch <= model.hidden']}\n",
                  "model.hidden=8 train.batch=8\n"
                  "model.hidden=16 train.batch=8\n"
                  "model.hidden=16 train.batch=16\n");
    expect_trials(HEAD "sweep: {variants: {a: {}, \"1\": {model.hidden: 4}}, "
                       "rules: ['variant != \"1\"']}\n",
                  "variant=a\n");
}

/* --- rules --------------------------------------------------------------- */

static char *kinds[] = {"softmax", "coda", "\"of a - b\"", "as is, + c"};
static char *names[] = {"wide", "1", "\"2\""};
static struct parameter swept[] = {
    {.name = "a.b"},
    {.name = "c"},
    {.name = "kind.kind", .n = 4, .value = kinds},
    {.name = "v", .n = 3, .value = names}};
static const struct space space = {4, swept};

static void rules_are_arithmetic(void **state)
{
    static const struct {
        const char *rule;
        bool holds;
    } cases[] = {
        {"a.b == 6", true},           {"a.b<c", false},
        {"a.b >= 2 * c - 2", true},   {"a.b >= 2 * c - -2", false},
        {"(a.b + c) / 2 == 5", true}, {"-a.b < -5.5", true},
        {"1 + 2 * 3 == 7", true},     {"8 / 2 / 2 == 2", true},
        {"a.b != 6", false},          {"kind == coda", true},
        {"kind != coda", false},      {"kind == softmax", false},
        {"  c  >  3.5e0  ", true},    {"c <= 1e3", true},
        {"kind == 'coda' ", true},    {"kind == \"as is, + c\"", false},
        {"kind != 'of a - b'", true}, {"\"coda\" != kind", false},
        {"v != \"1\"", false},        {"'1' == v", true},
        {"v == '2'", false},          {"v == wide", false},
    };
    char *value[] = {"6", "4", "coda", "1"};
    char *without[] = {NULL, "4", NULL, NULL};
    const struct assignment a = {.value = value}, none = {.value = without};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error e = {""};

        if (rule_check(cases[i].rule, &space, &e) ||
            rule_holds(cases[i].rule, &space, &a) != cases[i].holds)
            fail_msg("'%s': %s", cases[i].rule, e.text);
    }
    assert_true(rule_holds("a.b > 100", &space, &none));
    assert_true(rule_holds("kind == softmax", &space, &none));
    assert_false(rule_holds("c > 100", &space, &none));
}

static void a_rule_may_not_be_too_deep(void **state)
{
    char *deep = memory_zeroed(1, 100001);
    struct error e = {""};

    (void)state;
    memset(deep, '(', 100000);
    assert_int_equal(rule_check(deep, &space, &e), -1);
    memset(deep, '-', 100000);
    assert_int_equal(rule_check(deep, &space, &e), -1);
    free(deep);
}

static void other_rules_are_refused(void **state)
{
    static const char *const wrong[] = {
        "",
        "a.b",
        "a.b = 3",
        "a.b < ",
        "a.b < 3 < 4",
        "(c < 3",
        "c < 3)",
        "c < d",
        "c < coda",
        "a.b + x == 3",
        "c < 3 4",
        "c <= = 4",
        "* c < 3",
        "c ** 2 < 3",
        "c < 3 and c > 1",
        "kind == sofmax",
        "kind == 'coda",
        "v == '3'",
        "kind == as is, + c",
        "knid != coda",
        "knid == 3",
        "-kind == -kind",
        "kind + 1 == 2",
        "kind < 2",
        "a == b",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct error e = {""};

        if (!rule_check(wrong[i], &space, &e))
            fail_msg("'%s' is taken for a rule", wrong[i]);
    }
}

/* --- errors --------------------------------------------------------------- */

#define SWEEP(of) HEAD "sweep:\n  method: random\n  trials: 3\n" of

static const struct {
    const char *text, *says;
} faults[] = {
    {SWEEP("  parameters: {model.hidden: {min: 1, max: 10, step: 2}}\n"),
     "the steps of model.hidden must lead from min to max, in whole numbers"},
    {SWEEP("  parameters: {model.dropout: {min: 0, max: 0.5, step: 0.2}}\n"),
     "the steps of model.dropout must lead from min to max"},
    {SWEEP("  parameters: {model.dropout: {mean: 0.1}}\n"),
     "the range of model.dropout has no 'deviation'"},
    {SWEEP("  parameters: {model.dropout: {mean: 0.1, deviation: 0}}\n"),
     "the deviation of model.dropout must be above 0"},
    {SWEEP("  parameters: {train.learning_rate: {mean: 0.1, deviation: 0.5, "
           "scale: log}}\n"),
     "the deviation of train.learning_rate must be a factor above 1, of a mean "
     "above 0"},
    {SWEEP("  parameters: {model.dropout: {mean: 10, deviation: 0.1, min: 0, "
           "max: 0.9}}\n"),
     "of model.dropout next to nothing lies between min and max"},
    {SWEEP("  parameters: {model.dropout: {min: 0, max: 0.5, deviation: 1}}\n"),
     "model.dropout: found 'deviation' without a mean"},
    {SWEEP("  parameters: {model.dropout: {values: [0.1], min: 0}}\n"),
     "model.dropout: found 'min' beside values"},
    {SWEEP("  parameters: {model.dropout: {min: 0, max: 0.5, step: 0}}\n"),
     "model.dropout: found '0', expected a step above 0"},
    {SWEEP("  parameters: {model.dropout: {mean: 0.2, deviation: 0.1, min: 0, "
           "max: 0.5, step: 0.2}}\n"),
     "the steps of model.dropout must lead from min to max"},
    {SWEEP("  parameters: {model.dropout: {values: 3}}\n"),
     "model.dropout: found '3', expected a list"},
    {SWEEP("  parameters: {model.dropout: {values: [0.1], when: 3}}\n"),
     "model.dropout: found '3', expected when: {NAME: VALUE}"},
    {SWEEP("  parameters: {model.dropout: {values: [0.1], when: {train.seed: "
           "1}}, train.seed: [1]}\n"),
     "found 'train.seed' in when, expected a list that is swept before it"},
    {SWEEP("  parameters: {train.seed: [1], model.dropout: {values: [0.1], "
           "when: {train.seed: 2}}}\n"),
     "train.seed: found '2', expected one of its swept values"},
    {SWEEP("  parameters: {train.seed: [1, 2], model.dropout: [0.1]}\n"
           "  zip: [[train.seed, model.dropout]]\n"),
     "sweep.zip: train.seed has 2 values and model.dropout has 1, expected as "
     "many"},
    {SWEEP("  parameters: {train.seed: [1, 2]}\n"
           "  zip: [[train.seed, model.dropout]]\n"),
     "sweep.zip: found 'model.dropout', expected the name of a swept list"},
    {SWEEP("  parameters: {train.seed: [1, 2]}\n  zip: [[train.seed]]\n"),
     "expected lists of names such as [[a, b], [c, d]]"},
    {SWEEP("  parameters: {train.seed: [1, 2]}\n  repeats: 3\n"),
     "sweep.repeats: found with train.seed in sweep.parameters, expected one "
     "of them"},
    {SWEEP("  parameters: {model.hidden: [1, 2]}\n  repeats: 0\n"),
     "sweep.repeats: found '0', expected 1 to 1000000"},
    {SWEEP(
         "  parameters: {model.hidden: [1, 2]}\n  rules: [model.hiden > 1]\n"),
     "sweep.rules: found 'model.hiden > 1', expected a comparison of swept "
     "fields"},
    {SWEEP(
         "  parameters: {model.hidden: [1, 2]}\n  rules: [model.hidden > 2]\n"),
     "sweep.rules: no trial keeps them"},
};

static void a_method_says_how_much_it_can_do(void **state)
{
    struct experiment x;
    struct error e = {""};

    (void)state;
    assert_int_equal(read_with(&x,
                               HEAD
                               "sweep: {method: gp, trials: 2001, parameters: "
                               "{model.hidden: {min: 1, max: 9}}}\n",
                               NULL, 0, &e),
                     -1);
    assert_non_null(strstr(e.text, "sweep.trials: found 2001, expected 2000 at "
                                   "most with method: gp"));
}

static void each_fault_is_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        struct experiment x;
        struct error e = {""};

        assert_int_equal(read_with(&x, faults[i].text, NULL, 0, &e), -1);
        if (!strstr(e.text, faults[i].says) || !strstr(e.text, ": line "))
            fail_msg("found '%s', expected '%s'", e.text, faults[i].says);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_normal_one_has_its_mean_and_deviation),
        cmocka_unit_test(a_cut_one_stays_inside),
        cmocka_unit_test(steps_have_equal_chances),
        cmocka_unit_test(a_condition_takes_the_value_away),
        cmocka_unit_test(zipped_lists_go_together),
        cmocka_unit_test(repeats_differ_in_the_seed_alone),
        cmocka_unit_test(what_breaks_a_rule_is_no_trial),
        cmocka_unit_test(rules_are_arithmetic),
        cmocka_unit_test(a_rule_may_not_be_too_deep),
        cmocka_unit_test(other_rules_are_refused),
        cmocka_unit_test(a_method_says_how_much_it_can_do),
        cmocka_unit_test(each_fault_is_told),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
