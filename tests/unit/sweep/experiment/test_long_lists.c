/* Experiments with very many values.  A comparison of all pairs would take
 * minutes, which is how these tests would fail. */
#include "tests/unit/sweep/experiment/experiment_fixture.h"

#include "base/core/str.h"

#define MANY 40000

/* Append "[1, 2, ...]". */
static void add_list(struct str *out)
{
    str_adds(out, "[1");
    for (long i = 2; i <= MANY; i++) {
        str_adds(out, ", ");
        str_add_long(out, i);
    }
    str_adds(out, "]");
}

/* Check the values of the last trial of a text, which is released. */
static void expect_last(struct str *text, long trials, const char *values)
{
    struct experiment x;
    struct str has = {0};

    read_well(&x, str_text(text));
    assert_int_equal(experiment_trials(&x), trials);
    struct assignment a = experiment_assignment(&x, trials - 1);

    assignment_text(&x.search.space, &a, " ", &has);
    assert_string_equal(str_text(&has), values);
    assignment_release(&x.search.space, &a);
    str_release(&has);

    experiment_text(&x, &has);
    assert_true(has.len > 0);
    str_release(&has);
    experiment_release(&x);
    str_release(text);
}

static void a_list_of_very_many_values_is_read(void **state)
{
    struct str text = {0};

    (void)state;
    str_adds(&text, HEAD "sweep:\n  parameters:\n    train.seed: ");
    add_list(&text);
    str_adds(&text, "\n");
    expect_last(&text, MANY, "train.seed=40000");
}

static void a_list_hangs_on_very_many_values(void **state)
{
    struct str text = {0};

    (void)state;
    str_adds(&text, HEAD "sweep:\n  parameters:\n    train.seed: ");
    add_list(&text);
    str_adds(&text, "\n    model.hidden:\n      values: [7]\n"
                    "      when: {train.seed: ");
    add_list(&text);
    str_adds(&text, "}\n");
    expect_last(&text, MANY, "train.seed=40000 model.hidden=7");
}

static void a_list_goes_with_one_of_very_many_values(void **state)
{
    struct str text = {0};

    (void)state;
    str_adds(&text, HEAD "sweep:\n  parameters:\n    train.seed: ");
    add_list(&text);
    str_adds(&text, "\n    train.l2: [0");
    for (long i = 1; i < MANY; i++)
        str_addf(&text, ", %ld.0e-7", i);
    str_adds(&text, "]\n  zip: [[train.seed, train.l2]]\n");
    expect_last(&text, MANY, "train.seed=40000 train.l2=39999.0e-7");
}

static void very_many_variants_are_read(void **state)
{
    struct str text = {0};

    (void)state;
    str_adds(&text, HEAD "sweep:\n  variants:\n");
    for (long i = 1; i <= MANY / 2; i++)
        str_addf(&text, "    v%ld: {train.seed: %ld}\n", i, i);
    expect_last(&text, MANY / 2, "variant=v20000");
}

/* Its place is reported as in a short list. */
static void a_value_that_is_there_twice_is_found_among_very_many(void **state)
{
    struct str text = {0};
    struct experiment x;
    struct error e;

    (void)state;
    str_adds(&text, HEAD "sweep:\n  parameters:\n    train.seed:\n");
    for (long i = 1; i <= MANY; i++)
        str_addf(&text, "      - %ld\n", i);
    str_adds(&text, "      - 30000\n");
    assert_int_equal(read_with(&x, str_text(&text), NULL, 0, &e), -1);
    assert_non_null(strstr(e.text, "line 40008, column 9: sweep.parameters: "
                                   "train.seed has the value 30000 twice"));
    str_release(&text);
}

static void a_field_that_is_there_twice_is_found_among_very_many(void **state)
{
    struct str text = {0};
    struct experiment x;
    struct error e;

    (void)state;
    str_adds(&text, HEAD "run:\n");
    for (long i = 1; i <= MANY; i++)
        str_addf(&text, "  x%ld: 1\n", i);
    str_adds(&text, "  x30000: 1\n");
    assert_int_equal(read_with(&x, str_text(&text), NULL, 0, &e), -1);
    assert_non_null(strstr(e.text, "line 40006, column 3: field 'x30000' is "
                                   "given twice, first in line 30005"));
    str_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_of_very_many_values_is_read),
        cmocka_unit_test(a_list_hangs_on_very_many_values),
        cmocka_unit_test(a_list_goes_with_one_of_very_many_values),
        cmocka_unit_test(very_many_variants_are_read),
        cmocka_unit_test(a_value_that_is_there_twice_is_found_among_very_many),
        cmocka_unit_test(a_field_that_is_there_twice_is_found_among_very_many),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
