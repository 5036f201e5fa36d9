/* Tests of differences compared with the results of SciPy, R and NumPy
 * (tests/peers/scipy_tests.py), with enumerations and laws. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "report/statistics/significance.h"
#include "report/statistics/student.h"

static bool near(double x, double y, double share)
{
    return (isnan(x) && isnan(y)) || fabs(x - y) <= share * (1e-12 + fabs(y));
}

struct array {
    int n;
    const double *x;
};
#define ARRAY(...)                                                    \
    ((struct array){sizeof((double[]){__VA_ARGS__}) / sizeof(double), \
                    (double[]){__VA_ARGS__}})

static void check_pairs(struct array x, struct array y, double welch,
                        double low, double high, double wilcoxon, double flips,
                        double mean_low, double mean_high)
{
    const struct test_result w = welch_test(x.x, x.n, y.x, y.n);
    const struct test_result r = wilcoxon_test(x.x, y.x, x.n);
    double a, b;

    assert_int_equal(w.n, x.n + y.n);
    assert_true(near(w.p, welch, 1e-10));
    assert_true(near(w.low, low, 1e-10) && near(w.high, high, 1e-10));
    assert_true(near(r.p, wilcoxon, 1e-10));
    if (!isnan(flips))
        assert_true(near(sign_flip_test(x.x, y.x, x.n).p, flips, 1e-10));
    mean_interval(x.x, x.n, &a, &b);
    assert_true(near(a, mean_low, 1e-10) && near(b, mean_high, 1e-10));
}

static void check_student(double df, double t, double p)
{
    assert_true(near(student_two_sided(t, df), p, 1e-10));
    assert_true(near(student_two_sided(-t, df), p, 1e-10));
    if (p > 1e-6 && p < 1)
        assert_true(fabs(student_within(1 - p, df) / t - 1) < 1e-6);
}

/* Each difference counts as one. */
static struct tally *tallies(struct array d)
{
    struct tally *t = memory_new((size_t)d.n * sizeof(*t));

    for (int i = 0; i < d.n; i++)
        t[i] = (struct tally){d.x[i], 1};
    return t;
}

/* With all choices equal to the last digit, with random ones within their
 * error; SciPy's interval is from random choices, too. */
static void check_units(struct array d, double flips, double low, double high)
{
    struct tally *t = tallies(d);
    const struct test_result r = randomisation_test(t, d.n);
    const struct test_result b = bootstrap_test(t, d.n);
    const double error = sqrt(flips * (1 - flips) / RANDOMISATION_DRAWS);

    assert_int_equal(r.n, d.n);
    assert_true(near(r.p, flips, 1e-10) ||
                (d.n > 13 && fabs(r.p - flips) < 4 * error));
    assert_true(fabs(b.low - low) < 0.03 * (high - low));
    assert_true(fabs(b.high - high) < 0.03 * (high - low));
    assert_true(near(b.difference, r.difference, 1e-12));
    free(t);
}

/* n units, of which one system alone has `one` right, the other `other`. */
static struct tally *answers(int one, int other, int n)
{
    struct tally *t = memory_zeroed((size_t)n, sizeof(*t));

    for (int i = 0; i < n; i++)
        t[i] = (struct tally){i < one ? 1 : i < one + other ? -1 : 0, 1};
    return t;
}

static void check_mcnemar(int one, int other, double p, double greater,
                          double less)
{
    const int n = one + other + 5;
    struct tally *t = answers(one, other, n);
    const struct test_result o = mcnemar_test(t, n, SIDE_BOTH);

    assert_int_equal(o.n, n);
    assert_true(near(o.difference, 100.0 * (one - other) / n, 1e-12));
    assert_true(near(o.p, p, 1e-9));
    assert_true(near(mcnemar_test(t, n, SIDE_GREATER).p, greater, 1e-9));
    assert_true(near(mcnemar_test(t, n, SIDE_LESS).p, less, 1e-9));
    free(t);
}

/* With the same draws: equal to the last digits. */
static void check_bootstrap(struct array sums, struct array ofs, double p,
                            double low, double high)
{
    struct tally *t = tallies(sums);

    for (int i = 0; i < sums.n; i++)
        t[i].of = ofs.x[i];
    const struct test_result b = bootstrap_test(t, sums.n);

    assert_true(near(b.p, p, 1e-12));
    assert_true(near(b.low, low, 1e-10) && near(b.high, high, 1e-10));
    free(t);
}

static void check_holm(struct array p, struct array expected)
{
    double *adjusted = memory_new((size_t)p.n * sizeof(*adjusted));

    holm(p.x, p.n, adjusted);
    for (int i = 0; i < p.n; i++)
        assert_true(near(adjusted[i], expected.x[i], 1e-12));
    free(adjusted);
}

#define CASE(...) check_pairs(__VA_ARGS__);
#define STUDENT(...) check_student(__VA_ARGS__);
#define UNITS(...) check_units(__VA_ARGS__);
#define MCNEMAR(...) check_mcnemar(__VA_ARGS__);
#define BOOTSTRAP(...) check_bootstrap(__VA_ARGS__);
#define HOLM(...) check_holm(__VA_ARGS__);
static void figures_are_those_of_others(void **state)
{
    (void)state;
#include "tests/unit/report/statistics/significance_values.def"
}

/* By hand: 4 * 0.005, 3 * 0.01, and 2 * 0.03 before 1 * 0.04. */
static void holm_goes_down_step_by_step(void **state)
{
    const double p[] = {0.04, 0.005, (double)NAN, 0.03, 0.01};
    const double expected[] = {0.06, 0.02, (double)NAN, 0.06, 0.03};
    double one = 0.7, adjusted[5];

    (void)state;
    assert_int_equal(holm(p, 5, adjusted), 4);
    for (int i = 0; i < 5; i++)
        assert_true(near(adjusted[i], expected[i], 1e-12));
    assert_int_equal(holm(&one, 1, adjusted), 1);
    assert_true(adjusted[0] == 0.7);
    assert_int_equal(holm((double[]){0.7, 0.8}, 2, adjusted), 2);
    assert_true(adjusted[0] == 1 && adjusted[1] == 1);
}

/* x is greater exactly if y is less, and the observed count is on both
 * sides. */
static void one_side_of_mcnemar_is_the_others_turned_round(void **state)
{
    struct tally *d = answers(9, 4, 20), *turned = answers(4, 9, 20);
    const struct test_result greater = mcnemar_test(d, 20, SIDE_GREATER);
    const struct test_result less = mcnemar_test(d, 20, SIDE_LESS);

    (void)state;
    assert_true(greater.p == mcnemar_test(turned, 20, SIDE_LESS).p);
    assert_true(less.p == mcnemar_test(turned, 20, SIDE_GREATER).p);
    assert_true(greater.p < 0.5 && less.p > 0.5 && greater.p + less.p > 1);
    free(d);
    free(turned);
}

/* Exchanging two systems changes the signs of difference and interval, and no
 * p. */
static void tests_have_two_sides(void **state)
{
    const double x[] = {5, 1, 4, 4, 6, 3}, y[] = {2, 2, 3, 1, 1, 3};
    struct tally d[] = {{1, 1}, {1, 1}, {-1, 1}, {1, 1}, {0, 1}}, m[5];

    (void)state;
    for (int i = 0; i < 5; i++)
        m[i] = (struct tally){-d[i].sum, 1};
    const struct test_result one[] = {
        sign_flip_test(x, y, 6),       wilcoxon_test(x, y, 6),
        welch_test(x, 6, y, 6),        randomisation_test(d, 5),
        mcnemar_test(d, 5, SIDE_BOTH), bootstrap_test(d, 5)};
    const struct test_result other[] = {
        sign_flip_test(y, x, 6),       wilcoxon_test(y, x, 6),
        welch_test(y, 6, x, 6),        randomisation_test(m, 5),
        mcnemar_test(m, 5, SIDE_BOTH), bootstrap_test(m, 5)};

    for (int i = 0; i < 6; i++) {
        assert_true(one[i].p == other[i].p && one[i].p > 0);
        assert_true(near(one[i].difference, -other[i].difference, 1e-12));
        assert_true(near(one[i].low, -other[i].high, 1e-12));
    }
}

static void too_little_is_no_test(void **state)
{
    const double x[] = {1, 1, 1}, y[] = {2, 2, 2};
    const struct tally half[] = {{1, 1}, {0.5, 1}}, of_two[] = {{1, 2}, {0, 1}};
    const struct tally none[] = {{0, 0}, {1, 0}};
    double low, high;

    (void)state;
    assert_true(isnan(welch_test(x, 3, y, 3).p)); /* neither varies */
    assert_true(isnan(welch_test(x, 1, y, 3).p));
    assert_true(isnan(sign_flip_test(x, y, 1).p));
    assert_true(isnan(wilcoxon_test(x, x, 3).p));
    assert_true(isnan(wilcoxon_test(x, y, 0).p));
    assert_true(isnan(mcnemar_test(half, 2, SIDE_BOTH).p));
    assert_true(isnan(mcnemar_test(of_two, 2, SIDE_BOTH).p));
    assert_true(isnan(mcnemar_test(none, 2, SIDE_BOTH).p));
    assert_true(isnan(randomisation_test(none, 2).p));
    mean_interval(x, 1, &low, &high);
    assert_true(isnan(low) && isnan(high));
}

/* Only units that count matter; equal systems do not differ. */
static void units_that_do_not_count_change_nothing(void **state)
{
    const struct tally d[] = {{1, 1}, {-1, 1}, {1, 1}, {0, 1}};
    const struct tally more[] = {{0, 0}, {1, 1}, {5, 0}, {-1, 1},
                                 {1, 1}, {0, 1}, {0, 0}};
    const struct tally equal[] = {{0, 1}, {0, 1}};

    (void)state;
    assert_true(randomisation_test(d, 4).p == randomisation_test(more, 7).p);
    assert_true(mcnemar_test(d, 4, SIDE_BOTH).p ==
                mcnemar_test(more, 7, SIDE_BOTH).p);
    assert_int_equal(randomisation_test(more, 7).n, 4);
    assert_true(randomisation_test(equal, 2).p == 1);
    assert_true(mcnemar_test(equal, 2, SIDE_BOTH).p == 1);
}

/* The means of 0.1 are equal to seven digits but not to seventeen. */
static void equals_but_for_rounding_are_equal(void **state)
{
    const double x[] = {0.3, 0.6, 0.7, 0.5}, y[] = {0.2, 0.5, 0.6, 0.5};
    const double a[] = {3, 6, 7, 5}, b[] = {2, 5, 6, 5};

    (void)state;
    assert_true(wilcoxon_test(x, y, 4).p == wilcoxon_test(a, b, 4).p);
    assert_int_equal(wilcoxon_test(x, y, 4).n, 3);
}

/* A difference that is only a rounding error gets no random sign. */
static void units_that_differ_by_rounding_change_nothing(void **state)
{
    struct tally none[60], rest[60];

    (void)state;
    for (int i = 0; i < 60; i++) {
        const double d = i % 3 ? (i % 7 ? 1 : -2) : 0;

        none[i] = (struct tally){d, 1};
        rest[i] = (struct tally){d != 0 ? d : i % 2 ? 1e-16 : -1e-16, 1};
    }
    const double p = randomisation_test(none, 60).p;

    assert_true(p > 0 && p < 1);
    assert_true(randomisation_test(rest, 60).p == p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_those_of_others),
        cmocka_unit_test(holm_goes_down_step_by_step),
        cmocka_unit_test(one_side_of_mcnemar_is_the_others_turned_round),
        cmocka_unit_test(tests_have_two_sides),
        cmocka_unit_test(too_little_is_no_test),
        cmocka_unit_test(units_that_do_not_count_change_nothing),
        cmocka_unit_test(equals_but_for_rounding_are_equal),
        cmocka_unit_test(units_that_differ_by_rounding_change_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
