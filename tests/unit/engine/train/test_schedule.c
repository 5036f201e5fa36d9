#include "tests/test.h"

#include <math.h>

#include "engine/train/schedule.h"

static struct train_config base(void)
{
    struct train_config c = {0};

    c.schedule = SCHEDULE_WARMUP_RSQRT;
    c.learning_rate = 2;
    c.width = 512;
    c.warmup = 8000;
    return c;
}

static void assert_near(double found, double expected)
{
    assert_true(fabs(found - expected) < 1e-9 * expected);
}

static double rate(const struct train_config *c, long step, long worse)
{
    return schedule_rate(c, (struct schedule_place){step, 0, worse});
}

static void constant_stays(void **state)
{
    struct train_config c = base();

    (void)state;
    c.schedule = SCHEDULE_CONSTANT;
    assert_near(rate(&c, 1, 7), 2);
    assert_near(rate(&c, 123456, 0), 2);
}

/* 2 * 512^-0.5 * min(step * 8000^-1.5, step^-0.5) */
static void warmup_has_the_published_values(void **state)
{
    const struct train_config c = base();

    (void)state;
    assert_near(rate(&c, 1, 0), 2 * pow(512, -0.5) * pow(8000, -1.5));
    assert_near(rate(&c, 4000, 0), 2 * pow(512, -0.5) * 4000 * pow(8000, -1.5));
    assert_near(rate(&c, 8000, 9), 9.882117688026186e-4);
    assert_near(rate(&c, 50000, 0), 2 * pow(512, -0.5) * pow(5e4, -0.5));
}

static void warmup_rises_to_its_step_and_falls_after(void **state)
{
    const struct train_config c = base();

    (void)state;
    for (long s = 1; s < 8000; s += 7)
        assert_true(rate(&c, s, 0) < rate(&c, s + 1, 0));
    for (long s = 8000; s < 20000; s += 7)
        assert_true(rate(&c, s, 0) > rate(&c, s + 1, 0));
}

static void halving_follows_the_judge(void **state)
{
    struct train_config c = base();

    (void)state;
    c.schedule = SCHEDULE_HALVE;
    assert_true(rate(&c, 1, 0) == 2);
    assert_true(rate(&c, 999, 3) == 0.25);
    assert_true(rate(&c, 999, 100000) < 1e-300);
}

/* "Halved every epoch after the second" (Dhingra et al. 2017, 4.2). */
static void halving_follows_the_epochs(void **state)
{
    static const double expected[] = {2, 2, 1, 0.5, 0.25};
    struct train_config c = base();

    (void)state;
    c.schedule = SCHEDULE_HALVE_EPOCHS;
    c.whole_epochs = 2;
    for (long e = 0; e < 5; e++)
        assert_true(schedule_rate(&c, (struct schedule_place){9, e, 4}) ==
                    expected[e]);
}

/* .001 min(1, log(t + 1) / log 999), after t steps, as in QANet. */
static void the_log_rises_to_its_step_and_stays(void **state)
{
    struct train_config c = base();

    (void)state;
    c.schedule = SCHEDULE_WARMUP_LOG;
    c.learning_rate = 1e-3;
    c.warmup = 999;
    assert_true(rate(&c, 1, 0) == 0);
    assert_near(rate(&c, 2, 5), 1e-3 * log(2) / log(999));
    assert_near(rate(&c, 500, 0), 1e-3 * log(500) / log(999));
    for (long s = 1; s < 999; s++)
        assert_true(rate(&c, s, 0) < rate(&c, s + 1, 0));
    assert_true(rate(&c, 999, 0) == 1e-3);
    assert_true(rate(&c, 60000, 0) == 1e-3);
    c.warmup = 1;
    assert_true(rate(&c, 1, 0) == 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_stays),
        cmocka_unit_test(warmup_has_the_published_values),
        cmocka_unit_test(warmup_rises_to_its_step_and_falls_after),
        cmocka_unit_test(halving_follows_the_judge),
        cmocka_unit_test(halving_follows_the_epochs),
        cmocka_unit_test(the_log_rises_to_its_step_and_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
