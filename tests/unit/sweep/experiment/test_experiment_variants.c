/* Experiments: named variants, which replace fields of the file. */
#include "tests/unit/sweep/experiment/experiment_fixture.h"

#include "base/core/memory.h"
#include "sweep/results/results.h"

#define SWEEP(text) HEAD "sweep:\n" text

#define VARIANTS                                                           \
    SWEEP("  variants:\n"                                                  \
          "    baseline: {}\n"                                             \
          "    + depth: {model.attention: {beta: 2}, train.batch: 32}\n"   \
          "    bow: {train: {batch: 16}, model: {layers: 2, kind: bow}}\n" \
          "  parameters:\n"                                                \
          "    train.seed: [1, 2]\n")

static void bind_it(const struct experiment *x, long i, struct trial_config *c)
{
    struct error e;

    if (experiment_trial(x, i, c, &e))
        fail_msg("%s", e.text);
}

/* Return the digest of trial i. */
static struct digest named(const char *text, long i)
{
    struct experiment x;
    struct trial_config c;

    read_well(&x, text);
    bind_it(&x, i, &c);
    const struct digest d = c.digest;

    trial_config_release(&c);
    experiment_release(&x);
    return d;
}

static void expect_swept(const struct experiment *x, long i, int p,
                         const char *want)
{
    struct assignment a = experiment_assignment(x, i);

    assert_string_equal(a.value[p], want);
    assignment_release(&x->search.space, &a);
}

static void variants_are_the_slowest_parameter(void **state)
{
    static const char *const want[] = {"baseline", "+ depth", "bow"};
    struct experiment x;

    (void)state;
    read_well(&x, VARIANTS);
    assert_int_equal(experiment_trials(&x), 6);
    assert_int_equal(x.search.space.n, 2);
    assert_true(experiment_sweeps(&x, VARIANT, strlen(VARIANT)));
    for (int i = 0; i < 6; i++) {
        expect_swept(&x, i, 0, want[i / 2]);
        expect_swept(&x, i, 1, i % 2 ? "2" : "1");
    }
    experiment_release(&x);
}

/* A trial is its fields: those of the variant, and the rest of the file's.
 * `gate` stays beside beta; a bag of words has no attention. */
static void a_variant_is_what_its_fields_written_out_are(void **state)
{
    static const char *const want[] = {
        HEAD,
        "name: a\ntask: {kind: rank, train: a.txt}\n"
        "model: {kind: decatt, hidden: 100, attention: {kind: coda, gate: "
        "scaled, beta: 2}}\n"
        "train: {epochs: 2, batch: 32}\n",
        "name: a\ntask: {kind: rank, train: a.txt}\n"
        "model: {kind: bow, hidden: 100, layers: 2}\n"
        "train: {epochs: 2, batch: 16}\n"};

    (void)state;
    for (int v = 0; v < 3; v++)
        assert_true(digest_equal(named(VARIANTS, 2 * v), named(want[v], 0)));
}

static void nested_fields_are_dotted_ones(void **state)
{
    static const char *const same[] = {
        "{model.kind: decatt, model.attention.kind: softmax, train.batch: 8}",
        ("{model: {attention: {kind: softmax}, kind: decatt}, "
         "train: {batch: 8}}"),
        "{train: {batch: 8}, model: decatt, model.attention: softmax}",
        "{model: {attention: softmax}, train.batch: 8}"};
    struct digest first = {0};

    (void)state;
    for (int i = 0; i < 4; i++) {
        char *text = memory_format(SWEEP("  variants: {a: %s}\n"), same[i]);
        const struct digest d = named(text, 0);

        if (i)
            assert_true(digest_equal(d, first));
        first = d;
        free(text);
    }
}

/* In any order: set before its model, a field would be looked up in the former
 * model, and be left out. */
static void what_a_variants_kind_lacks_is_an_error(void **state)
{
    static const char *const given[][2] = {{"attention", "softmax"},
                                           {"dropout", "0.1"}};
    struct experiment x;
    struct error e;

    (void)state;
    for (int i = 0; i < 2; i++) {
        char *text = memory_format(SWEEP("  variants:\n"
                                         "    a: {model.%s: %s, model.kind: "
                                         "bow}\n"),
                                   given[i][0], given[i][1]);
        char *line = memory_format("trial 0 (variant=a): unknown field '%s' in "
                                   "model (bow); it is a field of model decatt",
                                   given[i][0]);

        assert_int_equal(read_with(&x, text, NULL, 0, &e), -1);
        assert_non_null(strstr(e.text, line));
        free(text);
        free(line);
    }
}

static void the_name_of_a_variant_is_not_its_trials(void **state)
{
    struct experiment x;
    struct trial_config c;
    char *row;

    (void)state;
    read_well(&x, VARIANTS);
    bind_it(&x, 2, &c);
    assert_string_equal(c.variant->name, "+ depth");
    assert_null(strstr(c.text, "depth"));
    assert_null(strstr(c.whole, "depth"));
    row = trial_config_row(&c);
    assert_memory_equal(row, "variant: + depth\ntask.kind: rank\n", 33);
    free(row);
    trial_config_release(&c);
    experiment_release(&x);
}

static void of_equal_variants_the_first_stands(void **state)
{
    struct experiment x;
    struct results s;
    struct error e;

    (void)state;
    read_well(&x, SWEEP("  variants:\n"
                        "    a: {train.learning_rate: 0.01}\n"
                        "    b: {train: {learning_rate: 1.0e-2}}\n"
                        "    '[c': {train.learning_rate: 0.02}\n"
                        "  parameters: {train.seed: [1, 2]}\n"));
    assert_int_equal(results_list(&s, &x, &e), 0);
    assert_int_equal(s.n, 4);
    for (int i = 0; i < 4; i++) {
        struct str name = {0};

        assert_true(row_value(&s.row[i].config, VARIANT, &name));
        assert_string_equal(str_text(&name), i < 2 ? "a" : "[c");
        str_release(&name);
    }
    results_release(&s);
    experiment_release(&x);
}

static void a_set_field_is_the_same_for_every_variant(void **state)
{
    static const char *const set[] = {"train.batch=8"};
    struct experiment x;
    struct error e;

    (void)state;
    assert_int_equal(read_with(&x, VARIANTS, set, 1, &e), 0);
    for (int i = 0; i < 6; i++) {
        struct trial_config c;

        bind_it(&x, i, &c);
        assert_int_equal(c.train.batch, 8);
        assert_string_equal(c.model.kind->name, i < 4 ? "decatt" : "bow");
        trial_config_release(&c);
    }
    experiment_release(&x);
}

static void some_variants_may_be_chosen(void **state)
{
    static const char *const set[] = {
        "sweep.parameters.variant=[bow, \"+ depth\"]"};
    struct experiment x;
    struct trial_config c;
    struct error e;

    (void)state;
    if (read_with(&x, VARIANTS, set, 1, &e))
        fail_msg("%s", e.text);
    assert_int_equal(experiment_trials(&x), 4);
    expect_swept(&x, 1, 0, "bow");
    expect_swept(&x, 2, 0, "+ depth");
    bind_it(&x, 1, &c);
    assert_true(digest_equal(c.digest, named(VARIANTS, 5)));
    trial_config_release(&c);
    experiment_release(&x);
    read_well(&x, VARIANTS "    variant: [bow]\n");
    assert_int_equal(experiment_trials(&x), 2);
    expect_swept(&x, 1, 0, "bow");
    expect_swept(&x, 1, 1, "2");
    experiment_release(&x);
}

static void a_random_search_draws_variants(void **state)
{
    struct experiment x;
    int drawn[2] = {0, 0};

    (void)state;
    read_well(&x, SWEEP("  method: random\n  trials: 60\n"
                        "  variants: {a: {}, b: {model.kind: bow}}\n"
                        "  parameters: {model.hidden: {min: 3, max: 300}}\n"));
    for (int i = 0; i < 60; i++) {
        struct trial_config c;

        bind_it(&x, i, &c);
        assert_string_equal(c.model.kind->name,
                            *c.variant->name == 'a' ? "decatt" : "bow");
        drawn[*c.variant->name - 'a']++;
        trial_config_release(&c);
    }
    assert_in_range(drawn[0], 15, 45);
    assert_int_equal(drawn[0] + drawn[1], 60);
    experiment_release(&x);
}

/* layers is a field of the variant's kind, which trial 0 does not have. */
static void published_numbers_find_a_variant(void **state)
{
    struct experiment x;

    (void)state;
    read_well(&x, VARIANTS
              "published:\n"
              "  - {where: {variant: + depth}, test.map: 1, source: a}\n"
              "  - {where: {model.layers: 2, variant: bow, train.seed: 2},"
              " test.map: 2, source: b}\n"
              "  - {where: {train.batch: 64}, test.map: 3, source: c}\n");
    for (int i = 0; i < 6; i++) {
        struct trial_config c;
        struct row_text row = {0};

        bind_it(&x, i, &c);
        row.own = trial_config_row(&c);
        assert_int_equal(published_fits(&x.published[0], &row), i / 2 == 1);
        assert_int_equal(published_fits(&x.published[1], &row), i == 5);
        assert_int_equal(published_fits(&x.published[2], &row), i < 2);
        row_text_release(&row);
        trial_config_release(&c);
    }
    experiment_release(&x);
}

/* Conditions and rules contain names with blanks unchanged. */
static void a_condition_names_a_variant(void **state)
{
    struct experiment x;
    struct str s = {0};

    (void)state;
    read_well(&x, HEAD "sweep:\n"
                       "  variants: {plain one: {}, E and N: {train.batch: 8}, "
                       "\"x\": {train.batch: 4}}\n"
                       "  parameters:\n"
                       "    train.seed: {values: [1, 2], when: {variant: [E "
                       "and N, \"x\"]}}\n"
                       "  rules: ['variant != \"E and N\"']\n");
    for (long i = 0; i < experiment_trials(&x); i++) {
        struct assignment a = experiment_assignment(&x, i);

        str_adds(&s, experiment_has(&x, i) ? "+" : "-");
        assignment_text(&x.search.space, &a, " ", &s);
        str_adds(&s, "\n");
        assignment_release(&x.search.space, &a);
    }
    assert_string_equal(s.s, "+variant=plain one\n"
                             "+variant=plain one\n"
                             "-variant=E and N train.seed=1\n"
                             "-variant=E and N train.seed=2\n"
                             "+variant=x train.seed=1\n"
                             "+variant=x train.seed=2\n");
    str_release(&s);
    experiment_release(&x);
}

/* --- the experiment's text ----------------------------------------------- */

static void text_of(const char *text, struct str *out)
{
    struct experiment x;

    read_well(&x, text);
    experiment_text(&x, out);
    experiment_release(&x);
}

static void the_text_has_variants_apart_from_the_file(void **state)
{
    struct str s = {0};

    (void)state;
    text_of(VARIANTS, &s);
    assert_non_null(strstr(s.s, "\ntrain.batch: 64\n"));
    assert_null(strstr(s.s, "\ntrain.batch: 32\n"));
    assert_null(strstr(s.s, "\nmodel.kind: bow\n"));
    assert_non_null(
        strstr(s.s, "\nsweep.parameters.1: variant [baseline, + depth, bow]\n"
                    "sweep.parameters.2: train.seed [1, 2]\n"
                    "sweep.variants.1: baseline {}\n"
                    "sweep.variants.2: + depth {train.batch: 32, "
                    "model.attention.beta: 2}\n"
                    "sweep.variants.3: bow {train.batch: 16, model.layers: 2, "
                    "model.kind: bow}\n"));
    str_release(&s);
}

/* Check how the difference of two experiments' texts is described. */
static void expect_difference(const char *was, const char *is, const char *told)
{
    struct str a = {0}, b = {0}, s = {0};

    text_of(was, &a);
    text_of(is, &b);
    experiment_difference(a.s, b.s, &s);
    assert_string_equal(str_text(&s), told);
    str_release(&a);
    str_release(&b);
    str_release(&s);
}

#define FILE_OF(batch, variants)             \
    "name: a\n"                              \
    "task: {kind: rank, train: a.txt}\n"     \
    "model: {kind: decatt}\n"                \
    "train: {epochs: 2, batch: " batch "}\n" \
    "sweep: {variants: {" variants "}}\n"

static void a_changed_variant_is_told(void **state)
{
    (void)state;
    expect_difference(FILE_OF("8", "a: {}, b: {train.batch: 16}"),
                      FILE_OF("8", "a: {}, b: {train: {batch: 16}}"), "");
    expect_difference(FILE_OF("8", "a: {}, b: {train.batch: 16}"),
                      FILE_OF("8", "a: {}, b: {train.batch: 32}"),
                      "sweep.variants.2: was b {train.batch: 16}, is b "
                      "{train.batch: 32}");
    expect_difference(FILE_OF("8", "a: {}, b: {train.batch: 16}"),
                      FILE_OF("4", "a: {}, b: {train.batch: 16}"),
                      "train.batch: was 8, is 4");
    expect_difference(FILE_OF("8", "b: {train.batch: 16}"),
                      FILE_OF("4", "b: {train.batch: 16}"), "");
    expect_difference(FILE_OF("8", "a: {}"),
                      FILE_OF("8", "a: {}, b: {model.kind: bow}"),
                      "sweep.parameters.1: was variant [a], is variant [a, "
                      "b]; sweep.variants.2: was not given, is b {model.kind: "
                      "bow}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants_are_the_slowest_parameter),
        cmocka_unit_test(a_variant_is_what_its_fields_written_out_are),
        cmocka_unit_test(nested_fields_are_dotted_ones),
        cmocka_unit_test(what_a_variants_kind_lacks_is_an_error),
        cmocka_unit_test(the_name_of_a_variant_is_not_its_trials),
        cmocka_unit_test(a_condition_names_a_variant),
        cmocka_unit_test(of_equal_variants_the_first_stands),
        cmocka_unit_test(a_set_field_is_the_same_for_every_variant),
        cmocka_unit_test(some_variants_may_be_chosen),
        cmocka_unit_test(a_random_search_draws_variants),
        cmocka_unit_test(published_numbers_find_a_variant),
        cmocka_unit_test(the_text_has_variants_apart_from_the_file),
        cmocka_unit_test(a_changed_variant_is_told),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
