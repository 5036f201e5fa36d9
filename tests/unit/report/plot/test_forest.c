/* Importance: shares for functions whose variances are known. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"
#include "report/plot/forest.h"

enum { N = 1500, D = 3 };

typedef double function(const double *x);

static void shares_of(function *f, struct importance_share share[D * D])
{
    const struct random_key key = random_key(7, "test");
    double *x = memory_new(N * D * sizeof(*x)), *y = memory_new(N * sizeof(*y));
    double explained;

    for (int i = 0; i < N; i++) {
        for (int k = 0; k < D; k++)
            x[i * D + k] = random_real(key, (struct address){0, (uint32_t)i, 0},
                                       (uint32_t)k);
        y[i] = f(x + (size_t)i * D);
    }
    forest_shares(&(struct samples){N, D, x, y}, share, &explained);
    free(x);
    free(y);
}

static void expect(function *f, const double expected[D * D])
{
    struct importance_share share[D * D];
    double sum = 0;

    shares_of(f, share);
    for (int i = 0; i < D * D; i++) {
        assert_float_equal(share[i].mean, expected[i], 0.05);
        assert_true(share[i].deviation < 0.1);
        sum += share[i].mean;
    }
    assert_in_range((unsigned long)(1e6 * sum), 900000, 1000001);
}

/* Var(x + 2 y) is 1/12 + 4/12. */
static double added(const double *x)
{
    return x[0] + 2 * x[1];
}

static void sums_have_no_pairs(void **state)
{
    (void)state;
    expect(added, (double[]){0.2, 0, 0, 0, 0.8, 0, 0, 0, 0});
}

/* Each argument alone explains nothing. */
static double multiplied(const double *x)
{
    return (x[0] < 0.5 ? -1 : 1) * (x[2] - 0.5);
}

static void a_product_is_its_pairs(void **state)
{
    struct importance_share share[D * D];

    (void)state;
    shares_of(multiplied, share);
    assert_true(share[2].mean > 0.85);
    for (int i = 0; i < D * D; i++)
        if (i != 2)
            assert_true(share[i].mean < 0.1);
}

/* f = a + b + ab with a, b of mean 0 and variance v: v, v and v^2. */
static double mixed(const double *x)
{
    const double a = x[0] < 0.5 ? -1 : 1, b = x[1] < 0.5 ? -1 : 1;

    return a + b + a * b;
}

static void steps_come_out_to_the_digit(void **state)
{
    struct importance_share share[D * D];

    (void)state;
    shares_of(mixed, share);
    assert_float_equal(share[0].mean, 1.0 / 3, 0.01);
    assert_float_equal(share[4].mean, 1.0 / 3, 0.01);
    assert_float_equal(share[1].mean, 1.0 / 3, 0.01);
    assert_float_equal(share[8].mean, 0, 0.01);
}

/* Its sums have rounding errors. */
static double constant(const double *x)
{
    (void)x;
    return 56.69;
}

static void a_constant_has_none(void **state)
{
    struct importance_share share[D * D];

    (void)state;
    shares_of(constant, share);
    for (int i = 0; i < D * D; i++)
        assert_true(share[i].mean == 0);
}

/* Return what is explained of y, the sum of a step of x and noise that depends
 * on no argument. */
static double explained_of(double step, double luck)
{
    const struct random_key key = random_key(8, "test");
    double x[N], y[N], explained;
    struct importance_share share;

    for (int i = 0; i < N; i++) {
        const struct address at = {0, (uint32_t)i, 0};

        x[i] = random_real(key, at, 0);
        y[i] = (x[i] < 0.5 ? -step : step) +
               (random_real(key, at, 1) < 0.5 ? -luck : luck);
    }
    forest_shares(&(struct samples){N, 1, x, y}, &share, &explained);
    assert_float_equal(share.mean, 1, 1e-9);
    return explained;
}

/* Trees fit the noise, which does not help with unseen samples. */
static void luck_is_not_explained(void **state)
{
    const double half = explained_of(1, 1);

    (void)state;
    assert_true(explained_of(0, 1) < 0);
    assert_true(half > 0.3 && half < 0.5);
    assert_float_equal(explained_of(1, 0), 1, 0.001);
    assert_true(half == 0.36679706934150702);
}

/* The digits are equal on all machines. */
static void shares_are_the_same_everywhere(void **state)
{
    struct importance_share one[D * D], other[D * D];

    (void)state;
    shares_of(added, one);
    shares_of(added, other);
    assert_memory_equal(one, other, sizeof(one));
    assert_true(one[0].mean == 0.1961221261871687);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_have_no_pairs),
        cmocka_unit_test(a_product_is_its_pairs),
        cmocka_unit_test(steps_come_out_to_the_digit),
        cmocka_unit_test(a_constant_has_none),
        cmocka_unit_test(luck_is_not_explained),
        cmocka_unit_test(shares_are_the_same_everywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
