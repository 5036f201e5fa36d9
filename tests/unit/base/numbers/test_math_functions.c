/* Our functions against the C library's, to a few units in the last place, and
 * at the ends of their ranges. */
#include "tests/test.h"

#include <float.h>
#include <math.h>

#include "base/numbers/math_functions.h"
#include "base/numbers/random.h"

#define N 200000

static const struct random_key key = {{5, 6}};

/* Random number i in [low, high). */
static double drawn(uint32_t i, double low, double high)
{
    return low + (high - low) * random_real(key, (struct address){0}, i);
}

static void check_to(const char *name, double x, double found, double expected,
                     double least)
{
    const double unit = nextafter(fabs(expected), INFINITY) - fabs(expected);

    if (found == expected || (isnan(found) && isnan(expected)))
        return;
    if (!(fabs(found - expected) <= 12 * unit + least))
        fail_msg("%s(%a): found %a, expected %a", name, x, found, expected);
}

static void check(const char *name, double x, double found, double expected)
{
    check_to(name, x, found, expected, 0);
}

static void logarithms_are_the_librarys(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N; i++) {
        const double any = ldexp(drawn(i, 0.5, 1), (int)(i % 2098) - 1073);
        const double near = drawn(i, 0.5, 2);

        check("log", any, natural_log(any), log(any));
        check("log", near, natural_log(near), log(near));
    }
}

/* Also where the series begins to be used, and near 1 and 2, where it is nearly
 * 0. */
static void log_gammas_are_the_librarys(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N; i++) {
        const double x = drawn(i, 1e-3, i % 2 ? 30 : 3000);

        check_to("log_gamma", x, log_gamma(x), lgamma(x), 0x1p-46);
    }
    for (int n = 1; n < 20; n++)
        check_to("log_gamma", n, exp(log_gamma(n)), tgamma(n),
                 0x1p-45 * tgamma(n));
}

static void normal_shares_are_the_librarys(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N; i++) {
        const double x = drawn(i, -30, 9);
        const double share = erfc(-x / sqrt(2)) / 2;
        const double density = exp(-x * x / 2) / sqrt(2 * acos(-1));

        if (!(fabs(normal_share(x) - share) <= 1e-12 * share) ||
            !(fabs(normal_density(x) - density) <= 1e-12 * density))
            fail_msg("at %a: found %a and %a, expected %a and %a", x,
                     normal_share(x), normal_density(x), share, density);
    }
    for (double x = -20; x < 5; x += 0.1)
        assert_true(fabs(normal_quantile(normal_share(x)) - x) < 1e-9);
    assert_true(normal_quantile(0) == -INFINITY);
    assert_true(normal_quantile(1) == INFINITY);
    assert_true(normal_share(0) == 0.5);
    assert_true(normal_share(INFINITY) == 1);
    assert_true(normal_share(-INFINITY) == 0);
    assert_true(isnan(normal_share(NAN)));
}

static void powers_of_e_are_the_librarys(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N; i++) {
        const double any = drawn(i, -760, 720), near = drawn(i, -1, 1);

        check("exp", any, exponential(any), exp(any));
        check("exp", near, exponential(near), exp(near));
        check("exp", near * 1e-9, exponential(near * 1e-9), exp(near * 1e-9));
    }
}

static void check_turn(double x)
{
    double cosine, sine;

    cosine_sine(x, &cosine, &sine);
    check_to("cos", x, cosine, cos(x), 0x1p-76);
    check_to("sin", x, sine, sin(x), 0x1p-76);
}

static void cosines_and_sines_are_the_librarys(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N; i++) {
        check_turn(drawn(i, -8, 8));
        check_turn((float)drawn(i, 0, 5000));
        check_turn(drawn(i, -0x1p30, 0x1p30));
    }
    for (int i = -100; i <= 100; i++) /* where one of them is nearly 0 */
        check_turn(i * 0x1.921fb54442d18p+0);
}

static void a_turn_by_its_32_bits_is_that_by_its_angle(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t w = random_word(key, (struct address){1, 0, 0}, i);
        const double angle = 2 * acos(-1) * w * 0x1p-32;
        double cosine, sine;

        turn_cosine_sine(w, &cosine, &sine);
        assert_true(fabs(cosine - cos(angle)) < 3e-15);
        assert_true(fabs(sine - sin(angle)) < 3e-15);
    }
}

static void whole_powers_are_the_librarys(void **state)
{
    static const double base[] = {0, 0.5, 0.9, 0.98, 0.997, 0.999, 1, 1.001};

    (void)state;
    for (size_t i = 0; i < sizeof(base) / sizeof(base[0]); i++)
        for (long n = 0; n < 20000; n = n * 5 / 4 + 1) {
            const double want = pow(base[i], (double)n);

            assert_true(fabs(whole_power(base[i], n) - want) <=
                        (double)n * 0x1p-53 * want);
        }
}

static void ends_are_right(void **state)
{
    static const double below[] = {-DBL_TRUE_MIN, -1, -INFINITY, NAN};
    static const double wild[] = {INFINITY, -INFINITY, NAN, 0x1p31, -DBL_MAX};
    double cosine, sine;

    (void)state;
    assert_true(natural_log(0) == -INFINITY);
    assert_true(natural_log(-0.0) == -INFINITY);
    assert_true(natural_log(1) == 0);
    assert_true(natural_log(INFINITY) == INFINITY);
    for (size_t i = 0; i < sizeof(below) / sizeof(below[0]); i++)
        assert_true(isnan(natural_log(below[i])));
    assert_true(exponential(0) == 1 && exponential(DBL_TRUE_MIN) == 1);
    assert_true(exponential(DBL_MAX) == INFINITY);
    assert_true(exponential(INFINITY) == INFINITY);
    assert_true(exponential(-DBL_MAX) == 0 && exponential(-INFINITY) == 0);
    assert_true(isnan(exponential(NAN)));
    for (size_t i = 0; i < sizeof(wild) / sizeof(wild[0]); i++) {
        cosine_sine(wild[i], &cosine, &sine);
        assert_true(isnan(cosine) && isnan(sine));
    }
    cosine_sine(0, &cosine, &sine);
    assert_true(cosine == 1 && sine == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logarithms_are_the_librarys),
        cmocka_unit_test(log_gammas_are_the_librarys),
        cmocka_unit_test(normal_shares_are_the_librarys),
        cmocka_unit_test(powers_of_e_are_the_librarys),
        cmocka_unit_test(cosines_and_sines_are_the_librarys),
        cmocka_unit_test(a_turn_by_its_32_bits_is_that_by_its_angle),
        cmocka_unit_test(whole_powers_are_the_librarys),
        cmocka_unit_test(ends_are_right),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
