/* Statistics compared with values computed by hand, with enumerations and
 * laws. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/numbers/random.h"
#include "report/statistics/statistics.h"

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

/* The mean of three equal numbers differs from them. */
static void equals_do_not_deviate(void **state)
{
    const double x = 100 * 3.0 / 4927, equal[] = {x, x, x};

    (void)state;
    assert_true(mean_of(equal, 3) != x);
    assert_true(deviation_of(equal, 3) == 0);
}

static void too_few_values_have_no_statistics(void **state)
{
    const double x[] = {3};

    (void)state;
    assert_true(isnan(mean_of(x, 0)));
    assert_true(near(mean_of(x, 1), 3));
    assert_true(isnan(deviation_of(x, 1)));
    assert_true(isnan(sign_flip_test(x, x, 0).p));
}

/* Five differences of the same sign: 2 of the 32 choices are as far from
 * zero. */
static void one_sign_throughout_gives_the_least_p(void **state)
{
    const double a[] = {2, 3, 4, 5, 6}, b[] = {1, 1, 1, 1, 1};
    const struct test_result p = sign_flip_test(a, b, 5);

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
    const struct test_result p = sign_flip_test(a, b, 3);

    (void)state;
    assert_true(near(p.difference, 2.0 / 3));
    assert_true(near(p.p, 6.0 / 8));
}

/* Of the 16 sums of +-0.1 +-0.1 +-0.1 +-0.1 ten are at least 0.2 from zero,
 * some only up to rounding. */
static void equal_sums_count_as_equal(void **state)
{
    const double a[] = {0.1, 0.1, 0.1, -0.1}, b[] = {0, 0, 0, 0};
    const double c[] = {-0.1, 0.2, -0.3, 0.7};

    (void)state;
    assert_true(near(sign_flip_test(a, b, 4).p, 10.0 / 16));
    assert_true(near(sign_flip_test(c, b, 4).p, sign_flip_test(b, c, 4).p));
    assert_true(near(sign_flip_test(b, b, 4).p, 1));
}

/* Exchanging a and b changes only the sign. */
static void the_test_has_two_sides(void **state)
{
    const double a[] = {5, 1, 4, 4, 6, 3}, b[] = {2, 2, 3, 1, 1, 3};
    const struct test_result p = sign_flip_test(a, b, 6),
                             q = sign_flip_test(b, a, 6);

    (void)state;
    assert_true(near(p.difference, -q.difference));
    assert_true(near(p.p, q.p));
    assert_true(p.p > 0 && p.p < 1);
}

/* Beyond 20 pairs choices are random, the same in every run. */
static void many_pairs_are_sampled_reproducibly(void **state)
{
    double a[24], b[24] = {0};

    (void)state;
    for (int i = 0; i < 24; i++)
        a[i] = i % 2 ? 1 : -1;
    assert_true(sign_flip_test(a, b, 24).p > 0.99);
    for (int i = 0; i < 24; i++)
        a[i] = 1 + i % 3;
    assert_true(sign_flip_test(a, b, 24).p < 1e-5);
    assert_true(sign_flip_test(a, b, 24).p > ldexp(1, -24));
}

/* All 27 ways to draw three units of three, compared with the draws, whose
 * fractions have an error of about 0.005. */
static void draws_agree_with_an_enumeration(void **state)
{
    const struct tally d[] = {{3, 2}, {-1, 1}, {0.5, 1}};
    const struct test_result b = bootstrap_test(d, 3);
    int low = 0, high = 0;

    (void)state;
    for (int i = 0; i < 27; i++) {
        const double sum = d[i % 3].sum + d[i / 3 % 3].sum + d[i / 9].sum;
        low += sum <= 0;
        high += sum >= 0;
    }
    assert_int_equal(b.n, 3);
    assert_true(near(b.difference, 100 * 2.5 / 4));
    assert_true(low > 1 && low < high);
    assert_true(fabs(b.p - 2.0 * low / 27) < 0.02);
    assert_true(near(b.low, -100)); /* one way of 27: more than 1/40 */
    assert_true(near(b.high, 150));
}

/* A unit that does not count in a metric does not change its test. */
static void units_that_do_not_count_change_nothing(void **state)
{
    const struct tally d[] = {{1, 1}, {-0.25, 1}, {0.5, 1}, {0, 1}};
    const struct tally more[] = {{0, 0},   {1, 1}, {-0.25, 1}, {0, 0},
                                 {0.5, 1}, {0, 1}, {0, 0}};
    const struct test_result b = bootstrap_test(d, 4);
    const struct test_result c = bootstrap_test(more, 7);

    (void)state;
    assert_int_equal(c.n, 4);
    assert_true(b.difference == c.difference && b.p == c.p && b.low == c.low &&
                b.high == c.high);
}

/* Make n differences, normal about a mean. */
static void differences(struct tally *d, int n, double mean, uint32_t which)
{
    const struct random_key key = random_key(1, "differences");
    float x[2000];

    random_normal(key, (struct address){.example = which}, (size_t)n, 0.5f, x);
    for (int i = 0; i < n; i++)
        d[i] = (struct tally){mean + (double)x[i], 1};
}

/* The interval excludes zero exactly if p is at most 0.05, and both change with
 * the sign. */
static void interval_and_p_agree(void **state)
{
    struct tally d[40];
    int significant = 0;

    (void)state;
    for (uint32_t k = 0; k < 60; k++) {
        differences(d, 40, -0.3 + 0.01 * k, k);
        const struct test_result b = bootstrap_test(d, 40);
        for (int i = 0; i < 40; i++)
            d[i].sum = -d[i].sum;
        const struct test_result c = bootstrap_test(d, 40);

        assert_true((b.low > 0 || b.high < 0) == (b.p <= 0.05));
        assert_true(b.low < b.difference && b.difference < b.high);
        assert_true(b.p == c.p && near(b.low, -c.high) && near(b.high, -c.low));
        significant += b.p <= 0.05;
    }
    assert_in_range(significant, 10, 50);
}

/* With many units it is as wide as with the normal distribution. */
static void the_interval_is_as_wide_as_theory_has_it(void **state)
{
    struct tally d[2000];
    double x[2000];

    (void)state;
    differences(d, 2000, 0.01, 99);
    for (int i = 0; i < 2000; i++)
        x[i] = 100 * d[i].sum;
    const struct test_result b = bootstrap_test(d, 2000);
    const double error = deviation_of(x, 2000) / sqrt(2000);

    assert_true(near(b.difference, mean_of(x, 2000)));
    assert_true(fabs((b.high - b.low) / (2 * 1.96 * error) - 1) < 0.05);
    assert_true(fabs(b.p - erfc(b.difference / error / sqrt(2))) < 0.03);
}

/* All units having the same sign can be chance, as with coins. */
static void few_units_are_never_surer_than_their_signs(void **state)
{
    struct tally d[20];

    (void)state;
    for (int i = 0; i < 20; i++)
        d[i] = (struct tally){0.1 + i, 1};
    for (int n = 2; n <= 12; n++)
        assert_true(bootstrap_test(d, n).p == ldexp(1, 1 - n));
    assert_true(bootstrap_test(d, 20).p < 0.001);
    assert_true(isnan(bootstrap_test(d, 1).p));
}

static void equal_units_leave_nothing_to_chance(void **state)
{
    struct tally d[30];

    (void)state;
    for (int i = 0; i < 30; i++)
        d[i] = (struct tally){0.1, 1};
    struct test_result b = bootstrap_test(d, 30);
    assert_true(near(b.p, 2.0 / 10001) && near(b.low, 10) && near(b.high, 10));
    for (int i = 0; i < 30; i++)
        d[i].sum = 0;
    b = bootstrap_test(d, 30);
    assert_true(b.p == 1 && b.low == 0 && b.high == 0);
    for (int i = 0; i < 30; i++) /* seeds whose differences cancel up to
                                    rounding */
        d[i].sum = i % 2 ? 1e-17 : 2e-17;
    d[0].sum = 0.5;
    d[1].sum = -0.5;
    assert_true(bootstrap_test(d, 30).p > 0.9);
}

static void no_unit_or_no_answer_is_no_test(void **state)
{
    const struct tally none[] = {{0, 0}, {0, 0}};
    const struct tally lost[] = {{1, 1}, {(double)NAN, 1}, {0, 1}};

    (void)state;
    assert_int_equal(bootstrap_test(none, 2).n, 0);
    assert_true(isnan(bootstrap_test(none, 2).p));
    assert_true(isnan(bootstrap_test(none, 0).p));
    assert_true(isnan(bootstrap_test(lost, 3).p));
    assert_true(isnan(bootstrap_test(lost, 3).high));
}

enum { VALUES = 7 };

/* y = a x + b, except that value i is off by `off`. */
static bool line(double a, double b, int i, double off)
{
    const double x[VALUES] = {61.7, 60.1, 64.9, 63.3, 60.1, 62.2, 65.0};
    double y[VALUES];

    for (int k = 0; k < VALUES; k++)
        y[k] = a * x[k] + b + (k == i ? off : 0);
    const bool is = affine(x, y, VALUES);

    assert_true(affine(y, x, VALUES) == is); /* symmetric */
    return is;
}

static void a_line_is_affine_and_noise_is_not(void **state)
{
    (void)state;
    assert_true(line(1, 0, 0, 0));
    assert_true(line(-0.37, 91.3, 0, 0));
    assert_true(line(243.0 / 251, 800.0 / 251, 0, 0));
    assert_true(line(1e6, -3e4, 0, 0));
    for (int i = 0; i < VALUES; i++) {
        assert_false(line(1, 1.5, i, 1e-6));
        assert_false(line(-0.37, 91.3, i, -1e-6));
        assert_true(line(1, 1.5, i, 1e-14)); /* the last bit */
    }
}

/* A metric that is equal in all trials tells nothing about another. */
static void constants_and_pairs_are_not_affine(void **state)
{
    const double x[] = {1, 2, 3, 5, 7}, c[] = {5, 5, 5, 5, 5};
    const double four[] = {1, 1, 3, 6, 7}, y[] = {7, 7, 9, 12, 13};

    (void)state;
    assert_false(affine(x, c, 5));
    assert_false(affine(c, x, 5));
    assert_false(affine(c, c, 5));
    assert_false(affine(x, x, 4));
    assert_false(affine(x, x, 0));
    assert_false(affine(four, y, 5)); /* few points can be on a line by
                                         chance */
    assert_true(affine(x, x, 5));
}

static void zero_has_no_sign_for_people(void **state)
{
    char text[16];

    (void)state;
    snprintf(text, sizeof(text), "%+.2f", shown(-2.4e-15, 2));
    assert_string_equal(text, "+0.00");
    snprintf(text, sizeof(text), "%.3f", shown(-0.0004999, 3));
    assert_string_equal(text, "0.000");
    snprintf(text, sizeof(text), "%.3f", shown(-0.0005001, 3));
    assert_string_equal(text, "-0.001");
    assert_true(shown(0.005, 2) == 0.005 && shown(-61.25, 2) == -61.25);
    assert_true(isnan(shown((double)NAN, 2)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_deviation_divides_by_n_minus_one),
        cmocka_unit_test(equals_do_not_deviate),
        cmocka_unit_test(too_few_values_have_no_statistics),
        cmocka_unit_test(one_sign_throughout_gives_the_least_p),
        cmocka_unit_test(a_small_case_counted_by_hand),
        cmocka_unit_test(equal_sums_count_as_equal),
        cmocka_unit_test(the_test_has_two_sides),
        cmocka_unit_test(many_pairs_are_sampled_reproducibly),
        cmocka_unit_test(draws_agree_with_an_enumeration),
        cmocka_unit_test(units_that_do_not_count_change_nothing),
        cmocka_unit_test(interval_and_p_agree),
        cmocka_unit_test(the_interval_is_as_wide_as_theory_has_it),
        cmocka_unit_test(few_units_are_never_surer_than_their_signs),
        cmocka_unit_test(equal_units_leave_nothing_to_chance),
        cmocka_unit_test(no_unit_or_no_answer_is_no_test),
        cmocka_unit_test(a_line_is_affine_and_noise_is_not),
        cmocka_unit_test(constants_and_pairs_are_not_affine),
        cmocka_unit_test(zero_has_no_sign_for_people),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
