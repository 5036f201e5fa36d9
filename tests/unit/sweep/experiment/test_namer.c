/* Names and configurations of trials by a namer equal those of binding. */
#include "tests/unit/sweep/experiment/experiment_fixture.h"

#include "base/core/memory.h"
#include "sweep/experiment/namer.h"

/* Check that a configuration equals that of binding, and its fields its
 * text. */
static void configuration_is_that_of_binding(struct namer *n,
                                             const struct experiment *x,
                                             const struct assignment *a)
{
    struct trial_config expected;
    struct str fields = {0};
    struct error e;
    const struct trial_config *c = namer_bind(n, a, &e);

    assert_non_null(c);
    assert_int_equal(experiment_bind(x, a, &expected, &e), 0);
    assert_true(digest_equal(c->digest, expected.digest));
    assert_string_equal(c->text, expected.text);
    assert_string_equal(c->whole, expected.whole);
    assert_ptr_equal(c->variant, expected.variant);
    chosen_text(&c->task, "task", TEXT_WHOLE, &fields);
    chosen_text(&c->model, "model", TEXT_WHOLE, &fields);
    fields_text(train_fields, &c->train, "train", TEXT_WHOLE, &fields);
    assert_string_equal(str_text(&fields), expected.whole);
    str_release(&fields);
    trial_config_release(&expected);
}

/* Store the name of a trial that is bound; false if it cannot be. */
static bool bound(const struct experiment *x, const struct assignment *a,
                  struct digest *name, struct error *e)
{
    struct trial_config c;

    if (experiment_bind(x, a, &c, e))
        return false;
    *name = c.digest;
    trial_config_release(&c);
    return true;
}

/* Check forward, and in steps that return to earlier trials. */
static void names_are_those_of_binding(const struct experiment *x)
{
    struct namer *n = namer_new(x);
    const long trials = experiment_known(x);

    for (long i = 0; i < 2 * trials; i++) {
        struct assignment a =
            experiment_assignment(x, i < trials ? i : i * 7 % trials);
        struct digest name, expected;
        struct error e;

        assert_true(bound(x, &a, &expected, &e));
        assert_int_equal(namer_name(n, &a, &name, &e), 0);
        assert_true(digest_equal(name, expected));
        configuration_is_that_of_binding(n, x, &a);
        assignment_release(&x->search.space, &a);
    }
    namer_free(n);
}

static void check(const char *text)
{
    struct experiment x;

    read_well(&x, text);
    names_are_those_of_binding(&x);
    experiment_release(&x);
}

static void numbers_that_are_drawn(void **state)
{
    (void)state;
    check(RANDOM);
}

/* The default width of 200 and seed of 1 are omitted from texts. */
static void numbers_at_their_default(void **state)
{
    (void)state;
    check(HEAD "sweep:\n"
               "  parameters:\n"
               "    model.hidden: [100, 200, +200, 300]\n"
               "    train.seed: [1, +1, 2]\n"
               "    model.dropout: [0, 0.2, 2e-1, .5, -0]\n");
}

/* Fields of a kind that a trial does not have are not in its text. */
static void numbers_beside_kinds_and_words(void **state)
{
    (void)state;
    check(HEAD "sweep:\n"
               "  parameters:\n"
               "    train.seed: [1, 2]\n"
               "    model.attention: [softmax, {kind: coda, beta: 2},"
               " {kind: coda, gate: plain}]\n"
               "    model.dropout: [0.1, 0.2, 0.3]\n"
               "    train.schedule: [constant, warmup]\n");
}

static void numbers_that_only_some_trials_have(void **state)
{
    (void)state;
    check(HEAD "sweep:\n"
               "  method: random\n"
               "  trials: 100\n"
               "  parameters:\n"
               "    model.attention.kind: [softmax, coda]\n"
               "    model.attention.beta: {min: 0, max: 5,"
               " when: {model.attention.kind: coda}}\n"
               "    train.seed: {min: 1, max: 3}\n");
}

static void numbers_that_hang_on_numbers(void **state)
{
    (void)state;
    check(HEAD "sweep:\n"
               "  parameters:\n"
               "    train.seed: [1, 2]\n"
               "    model.dropout: {values: [0.1, 0.2], when: {train.seed: 2}}"
               "\n");
}

/* More combinations than are kept at a time. */
static void numbers_in_variants(void **state)
{
    (void)state;
    check(HEAD "sweep:\n"
               "  variants:\n"
               "    small: {model.hidden: 10}\n"
               "    wide: {model: {kind: bow, layers: 3}, train.batch: 8}\n"
               "  parameters:\n"
               "    task.train: [a.txt, b.txt, c.txt]\n"
               "    train.schedule: [constant, warmup, halve]\n"
               "    train.seed: [1, 2, 3]\n"
               "    train.learning_rate: [1e-3, 1.0e-3, 0.002]\n");
}

/* Values that no trial can have give the same error as in binding. */
static void errors_are_those_of_binding(void **state)
{
    static const char *const values[] = {"3", "0", "5000", "wide", "4"};
    struct experiment x;

    (void)state;
    read_well(&x, RANDOM);
    struct namer *n = namer_new(&x);
    struct assignment a = experiment_assignment(&x, 0);

    for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
        struct digest name, expected;
        struct error e = {0}, wanted = {0};

        free(a.value[1]);
        a.value[1] = memory_string(values[i]);
        const bool can = bound(&x, &a, &expected, &wanted);

        assert_int_equal(can, i == 0 || i == 4);
        assert_int_equal(namer_name(n, &a, &name, &e), can ? 0 : -1);
        if (can)
            assert_true(digest_equal(name, expected));
        else
            assert_string_equal(e.text, wanted.text);
        assert_int_equal(namer_bind(n, &a, &e) != NULL, can);
    }
    assignment_release(&x.search.space, &a);
    namer_free(n);
    experiment_release(&x);
}

/* So do numbers that exclude each other: a last value of trial 0 that fits no
 * other. */
static void check_refused(const char *text, const char *value)
{
    struct experiment x;
    struct error e, wanted;
    struct digest name;

    read_well(&x, text);
    struct namer *n = namer_new(&x);
    struct assignment a = experiment_assignment(&x, 0);
    const int last = x.search.space.n - 1;

    assert_int_equal(namer_name(n, &a, &name, &e), 0);
    free(a.value[last]);
    a.value[last] = memory_string(value);
    assert_false(bound(&x, &a, &name, &wanted));
    assert_int_equal(namer_name(n, &a, &name, &e), -1);
    assert_string_equal(e.text, wanted.text);
    assignment_release(&x.search.space, &a);
    namer_free(n);
    experiment_release(&x);
}

static void numbers_are_checked_together(void **state)
{
    (void)state;
    check_refused(HEAD "sweep: {parameters: {train.grains: [1, 2]}}\n",
                  "3"); /* not a power of two */
    check_refused(HEAD "sweep:\n"
                       "  parameters:\n"
                       "    model.attention.gate: [plain]\n"
                       "    model.attention.beta: [1, 9]\n",
                  "9.5"); /* as the kind within the model requires */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_are_drawn),
        cmocka_unit_test(numbers_at_their_default),
        cmocka_unit_test(numbers_beside_kinds_and_words),
        cmocka_unit_test(numbers_that_only_some_trials_have),
        cmocka_unit_test(numbers_that_hang_on_numbers),
        cmocka_unit_test(numbers_in_variants),
        cmocka_unit_test(errors_are_those_of_binding),
        cmocka_unit_test(numbers_are_checked_together),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
