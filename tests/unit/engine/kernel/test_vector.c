/*
 * Vector maths: close to the exact values over the whole range of floats, and
 * the same bits at every SIMD level.
 */
#include "tests/test.h"

#include <math.h>
#include <string.h>

#include "engine/kernel/layer_norm.h"
#include "engine/kernel/vector.h"
#include "tests/unit/level.h"

#define N 4096
#define LONGEST 100

typedef void map(size_t n, const float *x, float *y);

/* ln 2^-63: e^x is 0 below. */
#define LEAST -43.66827f

static double squares_of(size_t n, const float *x)
{
    double lane[8] = {0};
    const size_t cut = n / 3; /* in two parts, as around a gap */

    vector_add_squares(cut, 0, x, lane);
    vector_add_squares(n - cut, cut, x + cut, lane);
    return vector_squares(lane);
}

static double power(double x)
{
    return x < LEAST ? 0.0 : exp(x);
}

static double sigmoid(double x)
{
    return x < LEAST ? 0.0 : 1.0 / (1.0 + exp(-x));
}

static double elu_plus(double x)
{
    return x > 0.0 ? x + 1.0 : power(x);
}

static const struct {
    const char *name;
    map *ours;
    double (*exact)(double x);
} maps[] = {
    {"exp", vector_exp, power},
    {"tanh", vector_tanh, tanh},
    {"sigmoid", vector_sigmoid, sigmoid},
    {"atan", vector_atan, atan},
    {"elu_plus", vector_elu_plus, elu_plus},
};
#define MAPS (sizeof(maps) / sizeof(maps[0]))

static const enum simd levels[] = {SIMD_AVX512, SIMD_AVX2, SIMD_PLAIN};
#define LEVELS (sizeof(levels) / sizeof(levels[0]))

static float from_bits(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof(x));
    return x;
}

/* The distance of y from `exact` in units in the last place. */
static double ulps(float y, double exact)
{
    float near = (float)exact;

    if (isinf(near) || isinf(y))
        return near == y ? 0.0 : INFINITY;
    return fabs(y - exact) /
           ((double)nextafterf(fabsf(near), INFINITY) - fabsf(near));
}

/* Floats of all exponents and signs: evenly spaced bit patterns. */
static void spread(uint32_t first, float x[N])
{
    for (uint32_t i = 0; i < N; i++)
        x[i] = from_bits(first + i * 1048573u);
}

static void functions_are_within_3_ulp_of_the_exact_value(void **state)
{
    static float x[N], y[N];

    (void)state;
    for (size_t m = 0; m < MAPS; m++)
        for (uint32_t pass = 0; pass < 40; pass++) {
            spread(pass * 26003u, x);
            maps[m].ours(N, x, y);
            for (int i = 0; i < N; i++) {
                if (isnan(x[i])) {
                    assert_true(isnan(y[i]));
                    continue;
                }
                double off = ulps(y[i], maps[m].exact(x[i]));
                if (!(off <= 3.0))
                    fail_msg("%s(%a) = %a, %g ulp off", maps[m].name,
                             (double)x[i], (double)y[i], off);
            }
        }
}

/* A finer grid over the range that matters. */
static void functions_are_exact_near_zero_too(void **state)
{
    static float x[N], y[N];

    (void)state;
    for (size_t m = 0; m < MAPS; m++) {
        for (int i = 0; i < N; i++)
            x[i] = (float)(i - N / 2) * (20.0f / N) + 1e-3f;
        maps[m].ours(N, x, y);
        for (int i = 0; i < N; i++)
            assert_true(ulps(y[i], maps[m].exact(x[i])) <= 3.0);
    }
}

static void limits_are_right(void **state)
{
    static const struct {
        map *f;
        float x, y;
    } cases[] = {
        {vector_exp, INFINITY, INFINITY},
        {vector_exp, -INFINITY, 0.0f},
        {vector_exp, 0.0f, 1.0f},
        {vector_exp, LEAST, 0x1.000026p-63f},
        {vector_exp, LEAST - 1e-5f, 0.0f},
        {vector_exp, 88.9f, INFINITY},
        {vector_tanh, INFINITY, 1.0f},
        {vector_tanh, -INFINITY, -1.0f},
        {vector_tanh, 0.0f, 0.0f},
        {vector_sigmoid, INFINITY, 1.0f},
        {vector_sigmoid, -INFINITY, 0.0f},
        {vector_sigmoid, 0.0f, 0.5f},
        {vector_sigmoid, LEAST - 1e-5f, 0.0f},
        {vector_atan, INFINITY, 1.57079637f},
        {vector_atan, -INFINITY, -1.57079637f},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        float y;
        cases[i].f(1, &cases[i].x, &y);
        assert_true(y == cases[i].y);
    }
}

/* The results of every function of the header on n numbers, concatenated. */
static size_t everything(size_t n, const float *x, const float *z, float *out)
{
    size_t at = 0;

    for (size_t m = 0; m < MAPS; m++, at += n)
        maps[m].ours(n, x, out + at);
    for (int k = 0; k < 5; k++)
        memcpy(out + at + (size_t)k * n, z, n * sizeof(float));
    vector_add(n, x, out + at);
    vector_axpy(n, 0.3f, x, out + at + n);
    vector_scale(n, 0.3f, x, out + at + 2 * n);
    vector_mul(n, x, z, out + at + 3 * n);
    vector_muladd(n, x, z, out + at + 4 * n);
    at += 5 * n;
    vector_relu(n, x, out + at);
    memcpy(out + at + n, z, n * sizeof(float));
    vector_relu_back(n, out + at, out + at + n);
    vector_mul_plus(n, x, z, out + at, out + at + 2 * n);
    vector_scaled_mul(n, 0.3f, x, z, out + at + 3 * n);
    vector_tanh_slope(n, z, out + at + 4 * n);
    vector_sigmoid_slope(n, z, out + at + 5 * n);
    at += 6 * n;
    vector_minus(n, x, z, out + at);
    vector_mix(n, z, x, out + at, out + at + n);
    vector_mul_minus(n, x, z, out + at, out + at + 2 * n);
    memcpy(out + at + 3 * n, z, n * sizeof(float));
    vector_muladd_minus(n, x, z, out + at, out + at + 3 * n);
    vector_mul_rest(n, x, z, out + at + 4 * n);
    memcpy(out + at + 5 * n, z, n * sizeof(float));
    vector_muladd_rest(n, x, z, out + at + 5 * n);
    at += 6 * n;
    out[at + n] = vector_softmax_log(n, x, out + at);
    at += n + 1;
    out[at++] = vector_sum(n, x);
    out[at++] = vector_dot(n, x, z);
    out[at++] = vector_max(n, x);
    out[at++] = (float)squares_of(n, x);
    out[at++] = vector_log_sum_exp(n, x, vector_max(n, x));
    return at;
}

/* Layer normalisation forward and backward: y, dx stored and added to, dgain,
 * dbias. */
static size_t norms(size_t n, const float *x, const float *z, float *out)
{
    const struct norm_row of = norm_forward(n, 1e-3f, x, z, x, out);
    float *dx = out + n, *dgain = dx + n, *dbias = dgain + n;
    float dy[LONGEST], scratch[LONGEST];

    memcpy(dgain, z, n * sizeof(float));
    memcpy(dbias, x, n * sizeof(float));
    for (int stores = 1; stores >= 0; stores--) {
        memcpy(dy, z, n * sizeof(float));
        norm_backward(n, of, x, x, dy, scratch, dx, stores, dgain, dbias);
    }
    return 4 * n;
}

static void every_simd_level_gives_the_same_bits(void **state)
{
    float x[LONGEST], z[LONGEST];
    float out[LEVELS][(MAPS + 22) * LONGEST + 8];

    (void)state;
    for (size_t n = 1; n <= LONGEST; n++) {
        size_t len = 0;
        for (size_t i = 0; i < n; i++) {
            x[i] = sinf((float)(i * 7 + n)) * 9.0f;
            z[i] = cosf((float)(i * i + n));
        }
        for (size_t l = 0; l < LEVELS; l++) {
            level_limit(levels[l]);
            len = everything(n, x, z, out[l]);
            len += norms(n, x, z, out[l] + len);
        }
        level_limit(SIMD_AVX512);
        for (size_t l = 1; l < LEVELS; l++)
            assert_memory_equal(out[0], out[l], len * sizeof(float));
    }
}

static void outputs_may_be_inputs(void **state)
{
    float x[LONGEST], y[LONGEST];

    (void)state;
    for (size_t m = 0; m < MAPS; m++) {
        for (int i = 0; i < LONGEST; i++)
            x[i] = sinf((float)i) * 4.0f;
        maps[m].ours(LONGEST, x, y);
        maps[m].ours(LONGEST, x, x);
        assert_memory_equal(x, y, sizeof(x));
    }
}

static void reductions_are_near_the_exact_sums(void **state)
{
    static float x[N], z[N];

    (void)state;
    for (size_t n = 0; n < N; n = n * 3 / 2 + 1) {
        double sum = 0.0, dot = 0.0, squares = 0.0, size = 1e-30;
        float max = -INFINITY;
        for (size_t i = 0; i < n; i++) {
            x[i] = sinf((float)(i * i)) + 0.1f;
            z[i] = cosf((float)i);
            sum += x[i];
            dot += (double)x[i] * z[i];
            squares += (double)x[i] * x[i];
            size += fabs(x[i]);
            max = x[i] > max ? x[i] : max;
        }
        assert_true(fabs(vector_sum(n, x) - sum) <= 1e-6 * size);
        assert_true(fabs(vector_dot(n, x, z) - dot) <= 1e-6 * size);
        assert_true(fabs(squares_of(n, x) - squares) <= 1e-12 * size);
        if (n)
            assert_true(vector_max(n, x) == max);
    }
}

static void a_maximum_sees_nan_anywhere(void **state)
{
    float x[LONGEST];

    (void)state;
    for (int sign = -1; sign <= 1; sign += 2)
        for (int at = 0; at < LONGEST; at++) {
            for (int i = 0; i < LONGEST; i++)
                x[i] = (float)i;
            x[at] = copysignf(NAN, (float)sign);
            assert_true(isnan(vector_max(LONGEST, x)));
        }
    x[0] = -INFINITY;
    assert_true(vector_max(1, x) == -INFINITY);
}

static void softmax_sums_to_1_and_survives_large_scores(void **state)
{
    float x[LONGEST], y[LONGEST];
    double sum = 0.0;

    (void)state;
    for (int i = 0; i < LONGEST; i++)
        x[i] = 1000.0f + (float)(i % 17);
    assert_true(isfinite(vector_softmax_log(LONGEST, x, y)));
    for (int i = 0; i < LONGEST; i++)
        sum += y[i];
    assert_true(fabs(sum - 1.0) < 1e-6);
    x[5] = NAN;
    assert_true(isnan(vector_softmax_log(LONGEST, x, y)));
    assert_true(isnan(y[0]));
}

static void log_sum_exp_is_that_of_softmax(void **state)
{
    float x[LONGEST], y[LONGEST];

    (void)state;
    for (size_t i = 0; i < LONGEST; i++)
        x[i] = (float)(i * i % 23) - 0.1f * (float)i;
    for (size_t n = 1; n <= LONGEST; n++)
        assert_true(vector_log_sum_exp(n, x, vector_max(n, x)) ==
                    vector_softmax_log(n, x, y));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_within_3_ulp_of_the_exact_value),
        cmocka_unit_test(functions_are_exact_near_zero_too),
        cmocka_unit_test(limits_are_right),
        cmocka_unit_test(every_simd_level_gives_the_same_bits),
        cmocka_unit_test(outputs_may_be_inputs),
        cmocka_unit_test(reductions_are_near_the_exact_sums),
        cmocka_unit_test(a_maximum_sees_nan_anywhere),
        cmocka_unit_test(softmax_sums_to_1_and_survives_large_scores),
        cmocka_unit_test(log_sum_exp_is_that_of_softmax),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
