/* Statistics against values worked out by hand. */
#include "config.h"

#include "../test.h"

#include <math.h>
#include <stdbool.h>

#include "report/statistics.h"

static bool near(double x, double y)
{
    return fabs(x - y) <= 1e-12 * (1 + fabs(y));
}

static void the_deviation_divides_by_n_minus_one(void **state)
{
    const double x[] = {2, 4, 4, 4, 5, 5, 7, 9};

    (void)state;
    assert_true(near(mean_of(x, 8), 5));
    assert_true(near(deviation_of(x, 8), sqrt(32.0 / 7)));
    assert_true(near(deviation_of(x, 2), sqrt(2)));
}

static void too_few_values_have_no_statistics(void **state)
{
    const double x[] = {3};

    (void)state;
    assert_true(isnan(mean_of(x, 0)));
    assert_true(near(mean_of(x, 1), 3));
    assert_true(isnan(deviation_of(x, 1)));
    assert_true(isnan(paired_test(x, x, 0).p));
}

/* Five differences of one sign: 2 of the 32 choices are as far. */
static void one_sign_throughout_gives_the_least_p(void **state)
{
    const double a[] = {2, 3, 4, 5, 6}, b[] = {1, 1, 1, 1, 1};
    const struct paired p = paired_test(a, b, 5);

    (void)state;
    assert_int_equal(p.n, 5);
    assert_true(near(p.difference, 3));
    assert_true(near(p.p, 2.0 / 32));
}

/* Differences 3, 1, -2: sums of +-3 +-1 +-2 at least 2 from zero are
 * 6, 4, 2, -2, -4, -6 of 6, 2, 4, 0, 0, -4, -2, -6. */
static void a_small_case_counted_by_hand(void **state)
{
    const double a[] = {4, 3, 0}, b[] = {1, 2, 2};
    const struct paired p = paired_test(a, b, 3);

    (void)state;
    assert_true(near(p.difference, 2.0 / 3));
    assert_true(near(p.p, 6.0 / 8));
}

/* Of the 16 sums of +-0.1 +-0.1 +-0.1 +-0.1 ten are at least 0.2 from zero,
 * some of them by less than rounding. */
static void equal_sums_count_as_equal(void **state)
{
    const double a[] = {0.1, 0.1, 0.1, -0.1}, b[] = {0, 0, 0, 0};
    const double c[] = {-0.1, 0.2, -0.3, 0.7};

    (void)state;
    assert_true(near(paired_test(a, b, 4).p, 10.0 / 16));
    assert_true(near(paired_test(c, b, 4).p, paired_test(b, c, 4).p));
    assert_true(near(paired_test(b, b, 4).p, 1));
}

/* The order of a and b turns the sign and nothing else. */
static void the_test_has_two_sides(void **state)
{
    const double a[] = {5, 1, 4, 4, 6, 3}, b[] = {2, 2, 3, 1, 1, 3};
    const struct paired p = paired_test(a, b, 6), q = paired_test(b, a, 6);

    (void)state;
    assert_true(near(p.difference, -q.difference));
    assert_true(near(p.p, q.p));
    assert_true(p.p > 0 && p.p < 1);
}

/* Beyond 20 pairs choices are sampled, the same every time. */
static void many_pairs_are_sampled_reproducibly(void **state)
{
    double a[24], b[24] = {0};

    (void)state;
    for (int i = 0; i < 24; i++)
        a[i] = i % 2 ? 1 : -1;
    assert_true(paired_test(a, b, 24).p > 0.99);
    for (int i = 0; i < 24; i++)
        a[i] = 1 + i % 3;
    assert_true(paired_test(a, b, 24).p < 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_deviation_divides_by_n_minus_one),
        cmocka_unit_test(too_few_values_have_no_statistics),
        cmocka_unit_test(one_sign_throughout_gives_the_least_p),
        cmocka_unit_test(a_small_case_counted_by_hand),
        cmocka_unit_test(equal_sums_count_as_equal),
        cmocka_unit_test(the_test_has_two_sides),
        cmocka_unit_test(many_pairs_are_sampled_reproducibly),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
