/* The best trial by a measure: whether larger is better, trials without a
 * value, failed trials, and ties. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/table_fixture.h"

#include "report/tables/measures.h"

static const struct measure goal = {.metric = 0, .name = "valid.map"};

static struct results made(void)
{
    struct results s;

    make_results(&s, true);
    return s;
}

static void release(struct results *s)
{
    for (long i = 0; i < s->n; i++) {
        row_text_release(&s->row[i].config);
        result_release(&s->row[i].result);
    }
    free(s->row);
}

/* The number of the best trial; -1 if there is none. */
static long best(const struct results *s, bool maximize)
{
    const struct experiment x = {.search.maximize = maximize};
    const struct results_row *row = measure_best(&goal, &x, s);

    return row ? row->number : -1;
}

static void the_best_is_the_highest_or_the_lowest(void **state)
{
    struct results s = made();

    (void)state;
    assert_int_equal(best(&s, true), 4);
    assert_int_equal(best(&s, false), 0);
    release(&s);
}

static void what_has_no_value_is_not_it(void **state)
{
    struct results s = made();

    (void)state;
    s.row[0].result.valid[0] = s.row[4].result.valid[0] = NAN;
    assert_int_equal(best(&s, true), 5);
    assert_int_equal(best(&s, false), 1);
    for (long i = 0; i < s.n; i++)
        s.row[i].result.valid[0] = NAN;
    assert_int_equal(best(&s, true), 0);
    release(&s);
}

static void a_failed_trial_is_not_it(void **state)
{
    struct results s = made();

    (void)state;
    s.row[4].result.status = TRIAL_FAILED;
    assert_int_equal(best(&s, true), 5);
    s.row[5].present = false;
    assert_int_equal(best(&s, true), 3);
    for (long i = 0; i < s.n; i++)
        s.row[i].present = false;
    assert_int_equal(best(&s, true), -1);
    release(&s);
}

static void of_equals_it_is_the_first(void **state)
{
    struct results s = made();

    (void)state;
    s.row[2].result.valid[0] = s.row[4].result.valid[0];
    assert_int_equal(best(&s, true), 2);
    release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_is_the_highest_or_the_lowest),
        cmocka_unit_test(what_has_no_value_is_not_it),
        cmocka_unit_test(a_failed_trial_is_not_it),
        cmocka_unit_test(of_equals_it_is_the_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
