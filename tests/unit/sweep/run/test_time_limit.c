/* How long before the end of its hours a sweep requests its own stop. */
#include "config.h"

#include "tests/test.h"

#include "base/core/clock.h"
#include "sweep/run/signals.h"
#include "sweep/run/time_limit.h"

static void two_minutes_at_most_where_stops_are_quick(void **state)
{
    (void)state;
    assert_float_equal(time_limit_lead(24, 0), 120, 1e-9);
    assert_float_equal(time_limit_lead(0.1, 0), 18, 1e-9);
    assert_float_equal(time_limit_lead(0.001, 0), 0.18, 1e-9);
}

static void twice_what_a_stop_has_taken_besides(void **state)
{
    (void)state;
    assert_float_equal(time_limit_lead(24, 300), 120 + 600, 1e-9);
    assert_float_equal(time_limit_lead(24, 5), 130, 1e-9);
}

static void half_of_the_time_is_for_training(void **state)
{
    (void)state;
    assert_float_equal(time_limit_lead(1, 3600), 1800, 1e-9);
}

/* The later call counts; the name of the first request is returned. */
static void a_time_that_has_come_requests_a_stop(void **state)
{
    (void)state;
    signals_ask_at(clock_now() + 1e6, "later");
    assert_false(signals_seen());
    assert_null(signals_name());
    signals_ask_at(clock_now() - 1, "now");
    assert_true(signals_seen());
    assert_string_equal(signals_name(), "now");
    signals_ask("another");
    assert_string_equal(signals_name(), "now");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_minutes_at_most_where_stops_are_quick),
        cmocka_unit_test(twice_what_a_stop_has_taken_besides),
        cmocka_unit_test(half_of_the_time_is_for_training),
        cmocka_unit_test(a_time_that_has_come_requests_a_stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
