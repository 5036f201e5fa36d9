#include "../test.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "train/adam.h"

#define N 1003
#define STEPS 50

static float gradient(int i, int step)
{
    return (float)sin(0.1 * i + 0.7 * step) * (i % 17 == 0 ? 0.0f : 1.0f);
}

/* Algorithm 1 of the paper, word for word, in double. */
static void agrees_with_the_paper_in_double(void **state)
{
    const double rate = 3e-4, b1 = 0.9, b2 = 0.997, eps = 1e-8, scale = 0.5;
    static float grad[N], first[N], second[N], param[N];
    static double m[N], v[N], p[N];

    (void)state;
    for (int i = 0; i < N; i++)
        param[i] = (float)(p[i] = (float)cos(i));
    for (int t = 1; t <= STEPS; t++) {
        const struct adam a = adam_scalars(rate, b1, b2, eps, scale, t);
        for (int i = 0; i < N; i++) {
            const double g = scale * (grad[i] = gradient(i, t));
            m[i] = b1 * m[i] + (1 - b1) * g;
            v[i] = b2 * v[i] + (1 - b2) * g * g;
            p[i] -= rate * (m[i] / (1 - pow(b1, t))) /
                    (sqrt(v[i] / (1 - pow(b2, t))) + eps);
        }
        adam_update(N, &a, grad, first, second, param);
    }
    for (int i = 0; i < N; i++)
        assert_true(fabs(param[i] - p[i]) < 1e-6 * (STEPS * rate + fabs(p[i])));
}

/* The first step is one rate long, whatever the gradient's size. */
static void first_step_is_one_rate_long(void **state)
{
    const struct adam a = adam_scalars(0.01, 0.9, 0.999, 1e-12, 1.0, 1);
    float grad[2] = {1e-3f, -1e3f}, first[2] = {0}, second[2] = {0};
    float param[2] = {0};

    (void)state;
    adam_update(2, &a, grad, first, second, param);
    assert_true(fabs(param[0] + 0.01) < 1e-6);
    assert_true(fabs(param[1] - 0.01) < 1e-6);
}

/* A vector cut anywhere is updated as whole. */
static void slices_give_the_same_bits(void **state)
{
    static float grad[N], x[2][3][N];
    const struct adam a = adam_scalars(0.01, 0.9, 0.999, 1e-8, 1.0, 3);

    (void)state;
    for (int i = 0; i < N; i++) {
        grad[i] = gradient(i, 1);
        for (int k = 0; k < 3; k++)
            x[0][k][i] = x[1][k][i] = 0.1f + gradient(i, k) * gradient(i, k);
    }
    adam_update(N, &a, grad, x[0][0], x[0][1], x[0][2]);
    for (int at = 0, n; at < N; at += n) {
        n = at + 37 < N ? 37 : N - at;
        adam_update((size_t)n, &a, grad + at, x[1][0] + at, x[1][1] + at,
                    x[1][2] + at);
    }
    assert_memory_equal(x[0], x[1], sizeof(x[0]));
}

static void nothing_is_denormal(const float *x, int n)
{
    for (int i = 0; i < n; i++)
        assert_true(x[i] == 0 || fabsf(x[i]) >= FLT_MIN);
}

/* As in the row of a word that is met once and never again. */
static void moments_without_gradients_end_at_0(void **state)
{
    static float grad[N], first[N], second[N], param[N], last[N];

    (void)state;
    for (int i = 0; i < N; i++) /* of all sizes, and below those that count */
        grad[i] = ldexpf(gradient(i, 0), -i % 160);
    for (int t = 1; t <= 100000; t++) {
        const struct adam a = adam_scalars(1e-3, 0.9, 0.999, 1e-8, 1.0, t);

        adam_update(N, &a, grad, first, second, param);
        nothing_is_denormal(first, N);
        nothing_is_denormal(second, N);
        memset(grad, 0, sizeof(grad));
        if (t == 1000)
            memcpy(last, param, sizeof(param));
    }
    for (int i = 0; i < N; i++)
        assert_true(first[i] == 0 && second[i] == 0);
    assert_memory_equal(param, last, sizeof(param));
}

/* Gradients that are next to nothing, step after step. */
static void tiny_gradients_leave_no_denormal_moments(void **state)
{
    static float grad[N], first[N], second[N], param[N];

    (void)state;
    for (int i = 0; i < N; i++)
        grad[i] = ldexpf(i % 2 ? 1.3f : -1.3f, -i % 150);
    for (int t = 1; t <= 200; t++) {
        const struct adam a = adam_scalars(1e-3, 0.9, 0.98, 1e-8, 1.0, t);

        adam_update(N, &a, grad, first, second, param);
        nothing_is_denormal(first, N);
        nothing_is_denormal(second, N);
    }
    assert_true(first[1] != 0 && second[50] != 0); /* 2^-50 still counts */
}

static void no_number_stays_visible(void **state)
{
    const struct adam a = adam_scalars(0.01, 0.9, 0.999, 1e-8, 1.0, 1);
    float grad = NAN, first = 0, second = 0, param = 1;

    (void)state;
    adam_update(1, &a, &grad, &first, &second, &param);
    assert_true(isnan(param));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_paper_in_double),
        cmocka_unit_test(first_step_is_one_rate_long),
        cmocka_unit_test(slices_give_the_same_bits),
        cmocka_unit_test(moments_without_gradients_end_at_0),
        cmocka_unit_test(tiny_gradients_leave_no_denormal_moments),
        cmocka_unit_test(no_number_stays_visible),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
