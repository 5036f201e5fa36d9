/* Experiments: sections, trials of the sweep, and published numbers. */
#include "tests/unit/sweep/experiment/experiment_fixture.h"

#include <math.h>

#include "base/core/memory.h"
#include "sweep/results/results.h"

static void a_file_without_a_sweep_is_one_trial(void **state)
{
    struct experiment x;
    struct trial_config c;
    struct error e;

    (void)state;
    read_well(&x, HEAD);
    assert_string_equal(x.name, "wikiqa");
    assert_string_equal(x.beside, ".");
    assert_int_equal(experiment_trials(&x), 1);
    assert_true(x.search.maximize);
    assert_int_equal(x.goal, 0);
    assert_int_equal(x.run.ranks_per_trial, 1);
    assert_int_equal(x.run.keep, KEEP_BEST);
    assert_int_equal(experiment_trial(&x, 0, &c, &e), 0);
    assert_int_equal(c.train.epochs, 2);
    assert_string_equal(((struct rank *)c.task.conf)->train, "a.txt");
    trial_config_release(&c);
    experiment_release(&x);
}

static void the_first_parameter_of_a_grid_changes_slowest(void **state)
{
    static const char *const want[][2] = {
        {"softmax", "1"}, {"softmax", "2"}, {"softmax", "3"},
        {"coda", "1"},    {"coda", "2"},    {"coda", "3"},
    };
    struct experiment x;

    (void)state;
    read_well(&x, GRID);
    assert_int_equal(experiment_trials(&x), 6);
    assert_int_equal(x.goal, 1);
    for (int i = 0; i < 6; i++) {
        struct assignment a = experiment_assignment(&x, i);

        for (int p = 0; p < 2; p++)
            assert_string_equal(a.value[p], want[i][p]);
        assignment_release(&x.search.space, &a);
    }
    experiment_release(&x);
}

/* gate is given for coda; in trials with softmax it is left out. */
static void each_trial_has_the_fields_of_its_kind(void **state)
{
    struct experiment x;
    struct error e;

    (void)state;
    read_well(&x, GRID);
    for (int i = 0; i < 6; i++) {
        struct trial_config c;

        assert_int_equal(experiment_trial(&x, i, &c, &e), 0);
        assert_int_equal(c.train.seed, i % 3 + 1);
        if (i < 3)
            assert_null(strstr(c.whole, "gate"));
        else
            assert_non_null(strstr(c.whole, "model.attention.gate: scaled\n"));
        trial_config_release(&c);
    }
    experiment_release(&x);
}

static struct digest digest_of_trial(const char *text, long i)
{
    struct experiment x;
    struct trial_config c;
    struct error e;
    struct digest d;

    read_well(&x, text);
    assert_int_equal(experiment_trial(&x, i, &c, &e), 0);
    d = c.digest;
    trial_config_release(&c);
    experiment_release(&x);
    return d;
}

static void a_trial_is_known_by_what_changes_its_numbers(void **state)
{
    struct digest first = digest_of_trial(GRID, 4);

    (void)state;
    assert_true(digest_equal(
        first, digest_of_trial(GRID "run: {keep: all}\n"
                                    "published: [{test.map: 1, source: x}]\n",
                               4)));
    assert_false(digest_equal(first, digest_of_trial(GRID, 5)));
    assert_true(digest_equal(
        first, digest_of_trial("name: other\n"
                               "train: {seed: 2, batch: 64, epochs: 2}\n"
                               "model: {kind: decatt, hidden: 100, dropout: "
                               "2.0e-1, attention: {gate: scaled, kind: "
                               "coda}}\n"
                               "task: {kind: 'rank', train: a.txt}\n",
                               0)));
}

static void a_set_value_counts_as_written_and_is_kept(void **state)
{
    static const char *const set[] = {"model.attention.beta=2.50",
                                      "model.hidden=7", "train.seed=9"};
    struct experiment x, again;
    struct trial_config c;
    struct error e;

    (void)state;
    assert_int_equal(read_with(&x, GRID, set, 3, &e), 0);
    assert_int_equal(experiment_trials(&x), 2); /* the seed is fixed now */
    assert_int_equal(experiment_trial(&x, 1, &c, &e), 0);
    assert_non_null(strstr(c.text, "model.hidden: 7\n"));
    assert_non_null(strstr(c.text, "model.attention.beta: 2.5\n"));
    assert_non_null(strstr(c.text, "train.seed: 9\n"));

    read_well(&again, x.text);
    assert_string_equal(again.text, x.text);
    assert_true(digest_equal(c.digest, digest_of_trial(x.text, 1)));
    trial_config_release(&c);
    experiment_release(&again);
    experiment_release(&x);
}

/* Return the values of a parameter in all trials, one per line. */
static char *drawn(const char *text, const char *name)
{
    struct experiment x;
    struct str s = {0};

    read_well(&x, text);
    for (long i = 0; i < experiment_trials(&x); i++) {
        struct assignment a = experiment_assignment(&x, i);

        for (int p = 0; p < x.search.space.n; p++)
            if (strcmp(x.search.space.parameter[p].name, name) == 0)
                str_addf(&s, "%s\n", a.value[p]);
        assignment_release(&x.search.space, &a);
    }
    experiment_release(&x);
    return str_take(&s);
}

static void another_parameter_changes_no_draw(void **state)
{
    char *rate = drawn(RANDOM, "train.learning_rate");
    char *hidden = drawn(RANDOM, "model.hidden");
    char *rate2 = drawn(RANDOM "    model.dropout: [0, 0.1, 0.2]\n",
                        "train.learning_rate");
    char *hidden2 =
        drawn(RANDOM "    model.dropout: [0, 0.1, 0.2]\n", "model.hidden");

    (void)state;
    assert_string_equal(rate, rate2);
    assert_string_equal(hidden, hidden2);
    free(rate);
    free(rate2);
    free(hidden);
    free(hidden2);
}

static void a_field_of_whole_numbers_draws_whole_numbers(void **state)
{
    static const char sweep[] =
        HEAD "sweep: {method: random, trials: 200, seed: 5, parameters: {"
             "model.hidden: {min: 3, max: 5}, train.batch: {min: 2, max: 64, "
             "scale: log}, train.learning_rate: {min: 0.1, max: 0.2}}}\n";
    char *told = drawn(RANDOM, "model.hidden");
    char *knew = drawn(sweep, "model.hidden");

    (void)state;
    assert_string_equal(knew, told);
    free(told);
    free(knew);
}

static void draws_fill_their_range_and_stay_in_it(void **state)
{
    struct experiment x;
    struct error e;
    int low = 0, of[6] = {0};

    (void)state;
    read_well(&x, RANDOM);
    for (long i = 0; i < 200; i++) {
        struct trial_config c;
        double rate;

        assert_int_equal(experiment_trial(&x, i, &c, &e), 0);
        rate = c.train.learning_rate;
        assert_true(rate >= 1e-4 && rate <= 1e-2);
        low += rate < 1e-3;
        of[((struct decatt *)c.model.conf)->hidden]++;
        trial_config_release(&c);
    }
    assert_in_range(low, 70, 130); /* half are below the geometric mean */
    assert_int_equal(of[3] + of[4] + of[5], 200);
    assert_true(of[3] > 40 && of[4] > 40 && of[5] > 40);
    experiment_release(&x);
}

static void a_value_may_be_a_whole_mapping(void **state)
{
    struct experiment x;
    struct trial_config c;
    struct error e;

    (void)state;
    read_well(&x, HEAD "sweep: {parameters: {model.attention: [{kind: softmax},"
                       " {kind: coda, beta: 2, gate: plain}]}}\n");
    assert_int_equal(experiment_trials(&x), 2);
    assert_int_equal(experiment_trial(&x, 1, &c, &e), 0);
    assert_non_null(strstr(c.whole, "model.attention.beta: 2\n"
                                    "model.attention.gate: plain\n"));
    trial_config_release(&c);
    experiment_release(&x);
}

/* This keeps the fields that the file gives it; a table distinguishes a kind
 * with fields of its own. */
static void a_kind_may_be_swept_by_its_name_alone(void **state)
{
    struct str shown = {0};
    struct experiment x;
    struct trial_config c;
    struct error e;

    (void)state;
    read_well(&x, HEAD "sweep: {parameters: {model.attention: [softmax, coda]}}"
                       "\npublished: [{where: {model.attention: coda},"
                       " test.map: 1, source: x}]\n");
    assert_string_equal(x.search.space.parameter[0].name,
                        "model.attention.kind");
    assert_string_equal(x.published[0].name[0], "model.attention.kind");
    assert_int_equal(experiment_trial(&x, 1, &c, &e), 0);
    assert_true(
        published_fits(&x.published[0], &(struct row_text){.shared = c.whole}));
    assert_true(config_value(c.whole, "model.attention", &shown));
    assert_string_equal(str_text(&shown), "coda beta=1 gate=scaled");
    assert_false(config_value(c.whole, "model.nothing", &shown));
    str_release(&shown);
    trial_config_release(&c);
    experiment_release(&x);
}

/* An experiment with a sweep, whose file does not set the attention. */
#define SWEEP_OF(text)                   \
    "name: a\n"                          \
    "task: {kind: rank, train: a.txt}\n" \
    "model: {kind: decatt}\n"            \
    "train: {epochs: 2, batch: 64}\n"    \
    "sweep: {parameters: {" text "}}\n"

/* Append all configurations of an experiment with one --set. */
static void read_set(struct experiment *x, const char *text, const char *set,
                     struct str *whole)
{
    struct trial_config c;
    struct error e;

    if (read_with(x, text, &set, 1, &e))
        fail_msg("%s: %s", set, e.text);
    for (long i = 0; i < experiment_trials(x); i++) {
        assert_int_equal(experiment_trial(x, i, &c, &e), 0);
        str_adds(whole, c.whole);
        trial_config_release(&c);
    }
}

/* Check the number of trials, a line that some have, and one that none has;
 * NULL for no such line. */
static void expect_set(const char *text, const char *set, int trials,
                       const char *has, const char *lacks)
{
    struct experiment x;
    struct str whole = {0};

    read_set(&x, text, set, &whole);
    assert_int_equal(experiment_trials(&x), trials);
    assert_non_null(strstr(whole.s, has));
    if (lacks)
        assert_null(strstr(whole.s, lacks));
    str_release(&whole);
    experiment_release(&x);
}

#define NAMES "model.attention: [softmax, coda]"
#define KINDS "model.attention.kind: [softmax, coda]"
#define MAPPINGS "model.attention: [softmax, {kind: coda, beta: 3}]"

/* A field of a kind given by --set does not fix the kind; a name does, for X
 * and X.kind. */
static void only_a_kind_that_is_set_ends_its_sweep(void **state)
{
    static const struct {
        const char *text, *set;
        int trials;
        const char *has, *lacks; /* such lines */
    } cases[] = {
        {SWEEP_OF("train.optimizer: [adam, adamax]"),
         "train.optimizer.epsilon=1e-9", 2, "kind: adamax", "epsilon: 1e-8"},
        {SWEEP_OF("train.optimizer: [adam, adamax]"), "train.optimizer=sgd", 1,
         "kind: sgd", "kind: adam"},
        {SWEEP_OF(NAMES), "model.attention=coda", 1, "kind: coda", "softmax"},
        {SWEEP_OF(NAMES), "model.attention.kind=coda", 1, "kind: coda",
         "softmax"},
        {SWEEP_OF(KINDS), "model.attention=coda", 1, "kind: coda", "softmax"},
        {SWEEP_OF(KINDS), "model.attention=\"coda\"", 1, "kind: coda",
         "softmax"},
        {SWEEP_OF(KINDS), "model.attention= coda #x", 1, "kind: coda",
         "softmax"},
        {SWEEP_OF(MAPPINGS), "model.attention=coda", 1, "beta: 1", "softmax"},
        {SWEEP_OF(MAPPINGS), "model.attention.kind=coda", 1, "beta: 1",
         "softmax"},
        {SWEEP_OF(NAMES), "model.attention={kind: coda, beta: 2}", 1, "beta: 2",
         "softmax"},
        {HEAD "sweep: {variants: {a: {model.attention: softmax}, b: {}}}\n",
         "model.attention=coda", 2, "kind: coda", "softmax"},
        {HEAD "sweep: {parameters: {" NAMES "}}\n", "model.attention.beta=3", 2,
         "beta: 3", "beta: 1"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        expect_set(cases[i].text, cases[i].set, cases[i].trials, cases[i].has,
                   cases[i].lacks);
}

/* A field given by --set has this value in all trials whose kind has it.  A
 * condition on it holds for this value in any spelling.  If variants have
 * fields, a kind given by --set may lack these, and their kinds may lack the
 * field. */
#define WHEN(what) "{values: [2, 3], when: {model.attention" what "}}"
#define BY_KIND SWEEP_OF(NAMES ", model.attention.beta: " WHEN(": coda"))
#define TWO                                                      \
    HEAD "sweep: {variants: {a: {model.attention: softmax}, b: " \
         "{model.attention: {kind: coda, beta: 3}}}}\n"

static void what_is_set_is_so_in_every_trial_that_can_have_it(void **state)
{
    static const char *const cases[][4] = {
        {BY_KIND, "model.attention.beta=4", "kind: softmax", NULL},
        {BY_KIND, "model.attention.beta=4", "n.beta: 4", "n.beta: 3"},
        {BY_KIND, "model.attention={kind: coda, gate: plain}", "n.beta: 3",
         "n.beta: 1"},
        {BY_KIND, "model={kind: decatt, attention: softmax}", "kind: softmax",
         "n.beta"},
        {SWEEP_OF("model.attention.kind: [softmax, \"coda\"], "
                  "model.attention.beta: " WHEN(".kind: \"coda\"")),
         "model.attention.kind=coda", "n.beta: 3", NULL},
        {HEAD "sweep: {parameters: {model.attention.beta: [2, 3], "
              "model.dropout: " WHEN(".beta: 2") "}}\n",
         "model.dropout=0.5", "n.beta: 3", "dropout: 3"},
        {HEAD "sweep: {parameters: {model.attention.beta: [2, 3], "
              "train.seed: " WHEN(".beta: 2") "}}\n",
         "model.attention.beta=2.0", "seed: 3", "n.beta: 3"},
        {TWO, "model.attention.beta=2", "kind: softmax", "n.beta: 3"},
        {TWO, "model.attention.beta=2", "n.beta: 2", NULL},
        {TWO, "model.attention=softmax", "kind: softmax", "n.beta"},
        {TWO, "model.attention.kind=softmax", "kind: softmax", "n.beta"},
        {TWO, "model={kind: decatt, attention: softmax}", "kind: softmax",
         "n.beta"},
        {TWO, "model.attention={kind: coda, gate: plain}", "n.beta: 3",
         "softmax"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        expect_set(cases[i][0], cases[i][1], 2, cases[i][2], cases[i][3]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_without_a_sweep_is_one_trial),
        cmocka_unit_test(the_first_parameter_of_a_grid_changes_slowest),
        cmocka_unit_test(each_trial_has_the_fields_of_its_kind),
        cmocka_unit_test(a_trial_is_known_by_what_changes_its_numbers),
        cmocka_unit_test(a_set_value_counts_as_written_and_is_kept),
        cmocka_unit_test(another_parameter_changes_no_draw),
        cmocka_unit_test(a_field_of_whole_numbers_draws_whole_numbers),
        cmocka_unit_test(draws_fill_their_range_and_stay_in_it),
        cmocka_unit_test(a_value_may_be_a_whole_mapping),
        cmocka_unit_test(a_kind_may_be_swept_by_its_name_alone),
        cmocka_unit_test(only_a_kind_that_is_set_ends_its_sweep),
        cmocka_unit_test(what_is_set_is_so_in_every_trial_that_can_have_it),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
