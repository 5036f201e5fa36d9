/*
 * Pairwise L1 distances and their gradient: every SIMD level against double
 * precision, on shapes with all kinds of edges.
 */
#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tests/unit/engine/kernel/l1_fixture.h"

static double exact(const struct pair *p, int i, int j)
{
    double sum = 0.0;

    for (int k = 0; k < p->d && j < p->first + i; k++)
        sum += fabs((double)p->x[i * p->ldx + k] - p->y[j * p->ldy + k]);
    return sum * p->scale;
}

/* Check each distance separately, not only their norm. */
static void check_forward(struct pair *p)
{
    forward(p);
    for (int i = 0; i < p->m; i++)
        for (int j = 0; j < p->n; j++) {
            double want = exact(p, i, j), got = p->out[i * p->ldo + j];
            if (!(fabs(got - want) <= 4e-6 * fabs(want)))
                fail_msg("%dx%dx%d at %d, %d: %.9g, expected %.9g", p->m, p->n,
                         p->d, i, j, got, want);
        }
}

static void forward_case(int m, int n, int d, int first)
{
    struct pair p = pair_new(m, n, d, first);
    float *last = memory_new(sizeof(float) * (size_t)(m * p.ldo) + 1);

    memcpy(last, p.out, sizeof(float) * (size_t)(m * p.ldo));
    check_forward(&p);
    for (int i = 0; i < m; i++) /* nothing outside the matrix is touched */
        for (int j = n; j < p.ldo; j++)
            assert_true(p.out[i * p.ldo + j] == last[i * p.ldo + j]);
    free(last);
    pair_release(&p);
}

static void distances_equal_those_in_double(void **state)
{
    (void)state;
    each_shape(forward_case);
}

/* 2 max(x, y) - x - y would have no correct digit here. */
static void far_from_zero(int m, int n, int d, int first)
{
    struct pair p = pair_new(m, n, d, first);

    for (int i = 0; i < m * p.ldx; i++)
        p.x[i] = 1000.0f + 0.01f * p.x[i];
    for (int i = 0; i < n * p.ldy; i++)
        p.y[i] = 1000.0f + 0.01f * p.y[i];
    check_forward(&p);
    pair_release(&p);
}

static void features_far_from_zero_keep_their_digits(void **state)
{
    (void)state;
    each_shape(far_from_zero);
}

/* One pair of close rows among distant ones. */
static void near_neighbours(int m, int n, int d, int first)
{
    struct pair p = pair_new(m, n, d, first);

    for (int k = 0; k < d && m && n; k++)
        p.x[(m - 1) * p.ldx + k] = p.y[k] * (k % 2 ? 1.0f : 1.0f + 0x1p-18f);
    check_forward(&p);
    pair_release(&p);
}

static void near_neighbours_keep_their_digits(void **state)
{
    (void)state;
    each_shape(near_neighbours);
}

static void equal_rows_are_at_distance_0(int m, int n, int d, int first)
{
    struct pair p = pair_new(m, n, d, first);
    int least = m < n ? m : n;

    for (int i = 0; i < least; i++)
        memcpy(p.x + i * p.ldx, p.y + i * p.ldy, sizeof(float) * (size_t)d);
    forward(&p);
    for (int i = 0; i < least; i++)
        assert_true(p.out[i * p.ldo + i] == 0.0f);
    pair_release(&p);
}

static void a_row_is_at_distance_0_of_itself(void **state)
{
    (void)state;
    each_shape(equal_rows_are_at_distance_0);
}

static double sign(double x)
{
    return (x > 0.0) - (x < 0.0);
}

static void check_gradient(const struct pair *p, const float *dx,
                           const float *dy)
{
    for (int k = 0; k < p->d; k++) {
        for (int i = 0; i < p->m; i++) {
            double want = p->dx[i * p->ldx + k];
            for (int j = 0; j < p->n && j < p->first + i; j++)
                want +=
                    p->scale * p->g[i * p->ldo + j] *
                    sign((double)p->x[i * p->ldx + k] - p->y[j * p->ldy + k]);
            assert_true(fabs(dx[i * p->ldx + k] - want) < 2e-5);
        }
        for (int j = 0; j < p->n; j++) {
            double want = p->dy[j * p->ldy + k];
            for (int i = j < p->first ? 0 : j - p->first + 1; i < p->m; i++)
                want -=
                    p->scale * p->g[i * p->ldo + j] *
                    sign((double)p->x[i * p->ldx + k] - p->y[j * p->ldy + k]);
            assert_true(fabs(dy[j * p->ldy + k] - want) < 2e-5);
        }
    }
}

static void gradient_case(int m, int n, int d, int first)
{
    struct pair p = pair_new(m, n, d, first);
    size_t x = (size_t)(m * p.ldx), y = (size_t)(n * p.ldy);
    float *dx = memory_new(sizeof(float) * x + 1);
    float *dy = memory_new(sizeof(float) * y + 1);

    relu(p.x, (int)x);
    relu(p.y, (int)y);
    if (m && n && d) {
        p.x[0] = 0x1p-149f; /* the smallest float: not a tie */
        p.y[0] = 0.0f;
    }
    for (int which = 1; which < 4; which++) {
        memcpy(dx, p.dx, sizeof(float) * x);
        memcpy(dy, p.dy, sizeof(float) * y);
        backward(&p, which & 1 ? dx : NULL, which & 2 ? dy : NULL);
        if (which == 3)
            check_gradient(&p, dx, dy);
    }
    for (int i = 0; i < m; i++) /* nothing outside the matrix is touched */
        for (int k = d; k < p.ldx; k++)
            assert_true(dx[i * p.ldx + k] == p.dx[i * p.ldx + k]);
    free(dx);
    free(dy);
    pair_release(&p);
}

static void gradients_equal_those_in_double_and_ties_give_0(void **state)
{
    (void)state;
    each_shape(gradient_case);
}

/* Self-attention: dx and dy are added to the same matrix. */
static void one_matrix_gets_both_gradients(void **state)
{
    (void)state;
    for (int l = 0; l < LEVELS; l++) {
        level_limit(levels[l]);
        struct pair p = pair_new(21, 21, 19, 21);
        float sum[21 * 22] = {0}, dx[21 * 22] = {0}, dy[21 * 22] = {0};
        p.ldy = p.ldx;
        p.y = (free(p.y), random_floats(21 * 22, 1));
        backward(&p, sum, sum);
        backward(&p, dx, NULL);
        backward(&p, NULL, dy);
        for (int i = 0; i < 21 * 22; i++)
            assert_true(fabsf(sum[i] - dx[i] - dy[i]) < 2e-5f);
        pair_release(&p);
    }
    level_limit(SIMD_AVX512);
}

static void nan_and_infinity_stay_visible(void **state)
{
    (void)state;
    for (int l = 0; l < LEVELS; l++)
        for (int side = 0; side < 2; side++) {
            level_limit(levels[l]);
            struct pair p = pair_new(20, 40, 18, 40);
            p.x[4 * p.ldx + 17] = side ? NAN : 0.5f;
            p.y[7 * p.ldy + 17] = side ? 0.5f : NAN;
            p.x[9 * p.ldx + 1] = INFINITY;
            forward(&p);
            for (int i = 0; i < 20; i++)
                for (int j = 0; j < 40; j++) {
                    float v = p.out[i * p.ldo + j];
                    assert_int_equal(isnan(v), side ? i == 4 : j == 7);
                    assert_int_equal(isinf(v) != 0, i == 9 && !isnan(v));
                }
            backward(&p, p.dx, p.dy);
            for (int i = 0; i < 20; i++)
                for (int k = 0; k < 18; k++)
                    assert_int_equal(isnan(p.dx[i * p.ldx + k]),
                                     k == 17 && (side ? i == 4 : 1));
            pair_release(&p);
        }
    level_limit(SIMD_AVX512);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_equal_those_in_double),
        cmocka_unit_test(features_far_from_zero_keep_their_digits),
        cmocka_unit_test(near_neighbours_keep_their_digits),
        cmocka_unit_test(a_row_is_at_distance_0_of_itself),
        cmocka_unit_test(gradients_equal_those_in_double_and_ties_give_0),
        cmocka_unit_test(one_matrix_gets_both_gradients),
        cmocka_unit_test(nan_and_infinity_stay_visible),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
