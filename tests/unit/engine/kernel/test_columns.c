/* Operations down columns: compared with plain loops, at every level. */
#include "tests/test.h"

#include <math.h>
#include <string.h>

#include "engine/kernel/columns.h"
#include "tests/unit/level.h"

#define ROWS 37
#define MOST 41
#define ROOM (ROWS * MOST)

static const enum simd levels[] = {SIMD_PLAIN, SIMD_AVX2, SIMD_AVX512};

static void fill(int n, float *x)
{
    for (int i = 0; i < n; i++)
        x[i] = 30.0f * sinf((float)(7 * i));
}

static void powers_are_of_the_distance_to_the_greatest(void **state)
{
    static float x[ROOM], y[ROOM], most[MOST], sum[MOST];

    (void)state;
    for (int n = 1; n <= MOST; n++) {
        fill(ROWS * n, x);
        memcpy(y, x, sizeof(y));
        columns_exp(ROWS, n, y, most, sum);
        for (int j = 0; j < n; j++) {
            float top = x[j];
            double all = 0.0;

            for (int i = 0; i < ROWS; i++)
                top = fmaxf(top, x[i * n + j]);
            assert_true(most[j] == top);
            for (int i = 0; i < ROWS; i++) {
                const float below = x[i * n + j] - top;
                const double want = below < -43.66827f ? 0.0 : exp(below);

                assert_float_equal(y[i * n + j], want, 1e-6 * want);
                all += want;
            }
            assert_float_equal(sum[j], all, 1e-5 * all);
        }
    }
}

static void a_factor_goes_down_its_column(void **state)
{
    static float x[ROOM], y[ROOM], factor[MOST];

    (void)state;
    fill(ROOM, x);
    fill(MOST, factor);
    memcpy(y, x, sizeof(y));
    columns_scale(ROWS, MOST, factor, 0.25f, y);
    for (int i = 0; i < ROOM; i++)
        assert_true(y[i] == x[i] * factor[i % MOST] - 0.25f);
}

static void nan_stays_in_its_column(void **state)
{
    static float x[ROOM], most[MOST], sum[MOST];

    (void)state;
    for (int row = 0; row < ROWS; row += ROWS - 1) {
        fill(ROOM, x);
        x[row * MOST + 3] = NAN;
        columns_exp(ROWS, MOST, x, most, sum);
        for (int j = 0; j < MOST; j++)
            assert_int_equal(isnan(sum[j]) != 0, j == 3);
    }
}

static void powers_of_minus_infinity_are_nothing(void **state)
{
    float x[2] = {-INFINITY, -INFINITY}, most, sum;

    (void)state;
    columns_exp(2, 1, x, &most, &sum);
    assert_float_equal(sum, 0.0, 1e-40);
}

static void every_level_gives_the_same_bits(void **state)
{
    static float x[ROOM], most[MOST], sum[2 * MOST];
    static float x0[ROOM], most0[MOST], sum0[2 * MOST];

    (void)state;
    for (int l = 0; l < 3; l++) {
        level_limit(levels[l]);
        fill(ROOM, x);
        columns_sum(ROWS, MOST, x, sum + MOST);
        columns_exp(ROWS, MOST, x, most, sum);
        columns_scale(ROWS, MOST, most, 0.5f, x);
        level_limit(SIMD_AVX512);
        if (l == 0) {
            memcpy(x0, x, sizeof(x));
            memcpy(most0, most, sizeof(most));
            memcpy(sum0, sum, sizeof(sum));
        }
        assert_memory_equal(x, x0, sizeof(x));
        assert_memory_equal(most, most0, sizeof(most));
        assert_memory_equal(sum, sum0, sizeof(sum));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powers_are_of_the_distance_to_the_greatest),
        cmocka_unit_test(a_factor_goes_down_its_column),
        cmocka_unit_test(nan_stays_in_its_column),
        cmocka_unit_test(powers_of_minus_infinity_are_nothing),
        cmocka_unit_test(every_level_gives_the_same_bits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
