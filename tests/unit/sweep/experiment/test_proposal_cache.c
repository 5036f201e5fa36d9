/* Trials that a search draws, found by their numbers. */
#include "tests/unit/sweep/experiment/experiment_fixture.h"

#include "base/numbers/digest_map.h"

/* Forty of forty-two combinations, read forwards and backwards. */
static void a_trial_is_the_same_whoever_was_read_before(void **state)
{
    static const char sweep[] = HEAD
        "sweep: {method: random, trials: 40, parameters: {"
        "model.hidden: {min: 3, max: 9}, train.batch: {min: 2, max: 7}}}\n";
    struct experiment forwards, backwards;
    struct digest_map seen = {0};

    (void)state;
    read_well(&forwards, sweep);
    read_well(&backwards, sweep);
    for (long i = 39; i >= 0; i--) {
        struct assignment a = experiment_assignment(&backwards, i), b;
        struct str text = {0};

        for (long k = 0; k < 39 - i; k++) {
            b = experiment_assignment(&forwards, k);
            assignment_release(&forwards.search.space, &b);
        }
        b = experiment_assignment(&forwards, i);
        assert_true(assignment_equal(&forwards.search.space, &a, &b));
        assignment_text(&forwards.search.space, &a, " ", &text);
        assert_int_equal(digest_map_add(&seen, digest_of(text.s, text.len), i),
                         i);
        str_release(&text);
        assignment_release(&backwards.search.space, &a);
        assignment_release(&forwards.search.space, &b);
    }
    digest_map_release(&seen);
    experiment_release(&forwards);
    experiment_release(&backwards);
}

/* With the conduct of an older sweep, its trials are drawn as they were
 * then. */
static void what_was_begun_before_is_drawn_as_it_was(void **state)
{
    static const char sweep[] =
        HEAD "sweep: {method: random, trials: 4, parameters: {"
             "model.hidden: {min: 4, max: 7}}}\n";
    static const char *const then[] = {"5", "6", "6", "5"};
    struct experiment x;

    (void)state;
    read_well(&x, sweep);
    for (int before = 0; before <= 1; before++) {
        int same = 0;

        experiment_conduct(&x, before);
        for (long i = 0; i < 4; i++) {
            struct assignment a = experiment_assignment(&x, i);

            same += !strcmp(a.value[0], then[i]);
            assignment_release(&x.search.space, &a);
        }
        assert_int_equal(same, before ? 4 : 2);
    }
    experiment_release(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trial_is_the_same_whoever_was_read_before),
        cmocka_unit_test(what_was_begun_before_is_drawn_as_it_was),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
