/*
 * Segments processed in parallel, step by step.
 */
#include "tests/test.h"

#include "engine/data/steps.h"
#include "tests/unit/tape_fixture.h"

#define ROWS 40

static const int at[] = {0, 3, 3, 17, 18, 32, 40}; /* 3, 0, 14, 1, 14, 8 */
static const struct segments ragged = {6, at};

static void the_longest_come_first_and_ties_keep_their_order(void **state)
{
    const int first[] = {3, 18, 32, 0, 17}, last[] = {16, 31, 39, 2, 17};
    const struct steps s = steps_of(*state, &ragged, false);
    const struct steps r = steps_of(*state, &ragged, true);

    assert_int_equal(s.n, 14);
    assert_int_equal(s.lanes, 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(s.first[i], first[i]);
        assert_int_equal(r.first[i], last[i]);
    }
    for (int t = 0; t < s.n; t++)
        assert_int_equal(s.active[t], t < 1 ? 5 : t < 3 ? 4 : t < 8 ? 3 : 2);
}

static void each_row_has_its_step_once(void **state)
{
    for (int reversed = 0; reversed < 2; reversed++) {
        const struct steps s = steps_of(*state, &ragged, reversed);
        int times[ROWS] = {0};

        for (int t = 0; t < s.n; t++)
            for (int i = 0; i < s.active[t]; i++)
                times[steps_row(&s, i, t)]++;
        for (int i = 0; i < ROWS; i++)
            assert_int_equal(times[i], 1);
    }
}

static void no_rows_have_no_steps(void **state)
{
    const struct segments none = {0, at}, empty = {2, (int[]){0, 0, 0}};

    assert_int_equal(steps_of(*state, &none, false).lanes, 0);
    assert_int_equal(steps_of(*state, &empty, true).lanes, 0);
    assert_int_equal(steps_of(*state, &empty, true).n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_longest_come_first_and_ties_keep_their_order),
        TEST(each_row_has_its_step_once),
        TEST(no_rows_have_no_steps),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
