/* Two experiments have the same trial for each number, or the first difference
 * is reported, independent of their texts. */
#include "tests/unit/sweep/experiment/experiment_fixture.h"

#include "sweep/experiment/same_trials.h"

#define ONE                                                              \
    "name: a\ntask: {kind: rank, train: a.txt}\nmodel: {kind: decatt}\n" \
    "train: {steps: 1, batch: 8, clip_norm: %s}\nsweep: {%s}\n"

static void read_one(struct experiment *x, const char *clip, const char *sweep)
{
    char text[1000];

    snprintf(text, sizeof(text), ONE, clip, sweep);
    read_well(x, text);
}

/* `said` is NULL if they have the same trials. */
static void expect(const char *clip, const char *sweep, const char *other_clip,
                   const char *other, const char *said)
{
    struct experiment a, b;
    struct str difference = {0};

    read_one(&a, clip, sweep);
    read_one(&b, other_clip, other);
    assert_int_equal(experiment_same_trials(&a, &b, &difference), !said);
    assert_string_equal(str_text(&difference), said ? said : "");
    str_release(&difference);
    experiment_release(&a);
    experiment_release(&b);
}

static void values_may_be_written_in_another_way(void **state)
{
    (void)state;
    expect("1", "parameters: {train.seed: [1, 2], train.l2: [1e-1, 0.5]}",
           "1.0", "parameters: {train.seed: [01, 2], train.l2: [0.1, 5e-1]}",
           NULL);
}

static void the_first_other_trial_is_told(void **state)
{
    (void)state;
    expect("1", "parameters: {train.seed: [1, 2, 3]}", "1",
           "parameters: {train.seed: [1, 4, 5]}",
           "trial 1: train.seed: was 2, is 4");
    expect("1",
           "parameters: {train.seed: [1, 2], train.clip_norm: "
           "{values: [0.5], when: {train.seed: 1}}}",
           "2",
           "parameters: {train.seed: [1, 2], train.clip_norm: "
           "{values: [0.5], when: {train.seed: 1}}}",
           "trial 1: train.clip_norm: was 1, is 2");
}

static void one_that_keeps_no_rule_is_none(void **state)
{
    (void)state;
    expect("1", "parameters: {train.seed: [1, 2]}, rules: [train.seed < 2]",
           "1", "parameters: {train.seed: [1, 2]}, rules: [train.seed < 3]",
           "trial 1 is one in one of them alone");
    expect("1", "parameters: {train.seed: [1, 2]}, rules: [train.seed < 2]",
           "1", "parameters: {train.seed: [1, 3]}, rules: [train.seed < 2]",
           NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_may_be_written_in_another_way),
        cmocka_unit_test(the_first_other_trial_is_told),
        cmocka_unit_test(one_that_keeps_no_rule_is_none),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
