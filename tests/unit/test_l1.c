/*
 * Pairwise L1 distances and their gradient: every SIMD level against double
 * precision, on shapes with all kinds of edges.
 */
#include "../test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "kernel/kernel.h"
#include "kernel/l1.h"

static const enum simd levels[] = {SIMD_AVX512, SIMD_AVX2, SIMD_PLAIN};
#define LEVELS 3

/* Rows of x and y are longer than they are wide, as heads are. */
struct pair {
    int m, n, d, ldx, ldy, ldo, causal;
    float scale;
    float *x, *y, *out, *g, *dx, *dy;
};

static float *random_floats(size_t n, uint32_t site)
{
    static const struct random_key key = {{3, 4}};
    float *x = memory_floats(n + 1);

    random_normal(key, (struct address){0, 0, site}, n, 1.0f, x);
    return x;
}

static struct pair pair_new(int m, int n, int d, int causal)
{
    struct pair p = {.m = m,
                     .n = n,
                     .d = d,
                     .ldx = d + 3,
                     .ldy = d + 1,
                     .ldo = n + 2,
                     .causal = causal,
                     .scale = -0.7f};

    p.x = random_floats((size_t)(m * p.ldx), 1);
    p.y = random_floats((size_t)(n * p.ldy), 2);
    p.out = random_floats((size_t)(m * p.ldo), 3);
    p.g = random_floats((size_t)(m * p.ldo), 4);
    p.dx = random_floats((size_t)(m * p.ldx), 5);
    p.dy = random_floats((size_t)(n * p.ldy), 6);
    return p;
}

static void pair_release(struct pair *p)
{
    free(p->x);
    free(p->y);
    free(p->out);
    free(p->g);
    free(p->dx);
    free(p->dy);
}

static void forward(struct pair *p)
{
    struct arena scratch = {0};

    l1_pairs(p->m, p->n, p->d, p->scale, p->x, p->ldx, p->y, p->ldy, p->out,
             p->ldo, p->causal, &scratch);
    assert_int_equal(scratch.total, 0); /* given back */
    arena_release(&scratch);
}

static void backward(struct pair *p, float *dx, float *dy)
{
    struct arena scratch = {0};

    l1_pairs_backward(p->m, p->n, p->d, p->scale, p->x, p->ldx, p->y, p->ldy,
                      p->g, p->ldo, dx, p->ldx, dy, p->ldy, p->causal,
                      &scratch);
    assert_int_equal(scratch.total, 0);
    arena_release(&scratch);
}

static double exact(const struct pair *p, int i, int j)
{
    double sum = 0.0;

    for (int k = 0; k < p->d && !(p->causal && j > i); k++)
        sum += fabs((double)p->x[i * p->ldx + k] - p->y[j * p->ldy + k]);
    return sum * p->scale;
}

/* Each distance by itself, not only their norm. */
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

static void each_shape(void (*f)(int m, int n, int d, int causal))
{
    static const int shapes[][3] = {
        {1, 1, 1},    {2, 40, 20},  {3, 3, 16},   {5, 17, 33},  {8, 16, 64},
        {9, 65, 7},   {33, 31, 50}, {64, 64, 32}, {70, 130, 5}, {4, 129, 100},
        {40, 3, 200}, {0, 5, 8},    {5, 0, 8},    {6, 6, 0},    {13, 50, 17}};

    for (size_t s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++)
        for (int l = 0; l < LEVELS; l++)
            for (int causal = 0; causal < 2; causal++) {
                kernel_limit_simd(levels[l]);
                f(shapes[s][0], shapes[s][1], shapes[s][2], causal);
            }
    kernel_limit_simd(SIMD_AVX512);
}

static void forward_case(int m, int n, int d, int causal)
{
    struct pair p = pair_new(m, n, d, causal);
    float *last = memory_new(sizeof(float) * (size_t)(m * p.ldo) + 1);

    memcpy(last, p.out, sizeof(float) * (size_t)(m * p.ldo));
    check_forward(&p);
    for (int i = 0; i < m; i++) /* nothing beside the matrix is touched */
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

/* 2 max(x, y) - x - y would leave no digit here. */
static void far_from_zero(int m, int n, int d, int causal)
{
    struct pair p = pair_new(m, n, d, causal);

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

/* One pair of near neighbours among strangers. */
static void near_neighbours(int m, int n, int d, int causal)
{
    struct pair p = pair_new(m, n, d, causal);

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

static void equal_rows_are_at_distance_0(int m, int n, int d, int causal)
{
    struct pair p = pair_new(m, n, d, causal);
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
            for (int j = 0; j < (p->causal && i < p->n ? i + 1 : p->n); j++)
                want +=
                    p->scale * p->g[i * p->ldo + j] *
                    sign((double)p->x[i * p->ldx + k] - p->y[j * p->ldy + k]);
            assert_true(fabs(dx[i * p->ldx + k] - want) < 2e-5);
        }
        for (int j = 0; j < p->n; j++) {
            double want = p->dy[j * p->ldy + k];
            for (int i = p->causal ? j : 0; i < p->m; i++)
                want -=
                    p->scale * p->g[i * p->ldo + j] *
                    sign((double)p->x[i * p->ldx + k] - p->y[j * p->ldy + k]);
            assert_true(fabs(dy[j * p->ldy + k] - want) < 2e-5);
        }
    }
}

/* After ReLU many features are 0 on both sides, and those pairs are ties. */
static void relu(float *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = x[i] > 0.0f ? x[i] : 0.0f;
}

static void gradient_case(int m, int n, int d, int causal)
{
    struct pair p = pair_new(m, n, d, causal);
    size_t x = (size_t)(m * p.ldx), y = (size_t)(n * p.ldy);
    float *dx = memory_new(sizeof(float) * x + 1);
    float *dy = memory_new(sizeof(float) * y + 1);

    relu(p.x, (int)x);
    relu(p.y, (int)y);
    if (m && n && d) {
        p.x[0] = 0x1p-149f; /* the least there is: not a tie */
        p.y[0] = 0.0f;
    }
    for (int which = 1; which < 4; which++) {
        memcpy(dx, p.dx, sizeof(float) * x);
        memcpy(dy, p.dy, sizeof(float) * y);
        backward(&p, which & 1 ? dx : NULL, which & 2 ? dy : NULL);
        if (which == 3)
            check_gradient(&p, dx, dy);
    }
    for (int i = 0; i < m; i++) /* nothing beside the matrix is touched */
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

/* Self-attention: dx and dy are added to one matrix. */
static void one_matrix_gets_both_gradients(void **state)
{
    (void)state;
    for (int l = 0; l < LEVELS; l++) {
        kernel_limit_simd(levels[l]);
        struct pair p = pair_new(21, 21, 19, 0);
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
    kernel_limit_simd(SIMD_AVX512);
}

static void nan_and_infinity_stay_visible(void **state)
{
    (void)state;
    for (int l = 0; l < LEVELS; l++)
        for (int side = 0; side < 2; side++) {
            kernel_limit_simd(levels[l]);
            struct pair p = pair_new(20, 40, 18, 0);
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
    kernel_limit_simd(SIMD_AVX512);
}

/* What distances are made of, by how many are doubtful: few, half, all. */
static void as_drawn(struct pair *p)
{
    (void)p;
}

static void with_ties(struct pair *p)
{
    int rows = p->m < p->n ? p->m : p->n;

    relu(p->x, p->m * p->ldx);
    relu(p->y, p->n * p->ldy);
    for (int i = 0; i < rows; i += 2) /* rows of x twice, and equal to y's */
        for (int k = 0; k < p->d; k++)
            p->x[i / 3 * p->ldx + k] = p->y[i * p->ldy + k];
}

static void with_neighbours(struct pair *p)
{
    for (int i = 0; i < p->m; i++) /* nearer and nearer to one row of y */
        for (int k = 0; k < p->d && p->n; k++)
            p->x[i * p->ldx + k] =
                ldexpf(p->x[i * p->ldx + k], -i) + p->y[i % p->n * p->ldy + k];
}

/* Not too far, or differences have so few digits that any order gives one
 * sum. */
static void far_off(struct pair *p)
{
    for (int i = 0; i < p->m * p->ldx; i++)
        p->x[i] = 3.0f + 0.3f * p->x[i];
    for (int i = 0; i < p->n * p->ldy; i++)
        p->y[i] = 3.0f + 0.3f * p->y[i];
}

static void beyond_the_normal_numbers(struct pair *p)
{
    for (int i = 0; i < p->m * p->ldx; i++)
        p->x[i] *= 0x1p-130f;
    for (int i = 0; i < p->n * p->ldy; i++)
        p->y[i] *= i % 3 ? 0x1p-130f : 0x1p100f;
}

static void (*const changes[])(struct pair *p) = {
    as_drawn, with_ties, with_neighbours, far_off, beyond_the_normal_numbers};
#define CHANGES (sizeof(changes) / sizeof(changes[0]))

static void equal_bits(const char *what, const struct pair *p, const float *a,
                       const float *b, int n)
{
    for (int i = 0; i < n; i++)
        if (memcmp(a + i, b + i, sizeof(*a)))
            fail_msg("%s of %dx%dx%d at %d: %a and %a", what, p->m, p->n, p->d,
                     i, (double)a[i], (double)b[i]);
}

/* The same at a level and at the least one. */
static void level_case(int m, int n, int d, int causal)
{
    const enum simd level = kernel_simd();

    for (size_t c = 0; c < CHANGES; c++) {
        struct pair p = pair_new(m, n, d, causal), q;

        q = pair_new(m, n, d, causal);
        changes[c](&p);
        changes[c](&q);
        forward(&p);
        backward(&p, p.dx, p.dy);
        kernel_limit_simd(SIMD_PLAIN);
        forward(&q);
        backward(&q, q.dx, q.dy);
        kernel_limit_simd(level);
        equal_bits("distance", &p, p.out, q.out, m * p.ldo);
        equal_bits("dx", &p, p.dx, q.dx, m * p.ldx);
        equal_bits("dy", &p, p.dy, q.dy, n * p.ldy);
        pair_release(&p);
        pair_release(&q);
    }
}

static void every_simd_level_gives_the_same_bits(void **state)
{
    (void)state;
    each_shape(level_case);
}

/* Of the n pairs of row i from column j on, those that are computed. */
static int allowed(const struct pair *p, int i, int j, int n)
{
    int most = p->causal && i + 1 - j < n ? i + 1 - j : n;

    return most > 0 ? most : 0;
}

/* Rows of x from i on against rows of y from j on. */
static void check_part(const struct pair *p, int i, int m, int j, int n)
{
    struct pair part = *p;

    part.x += i * p->ldx;
    part.y += j * p->ldy;
    part.out = random_floats((size_t)(m * p->ldo), 3);
    part.m = m;
    part.n = n;
    part.causal = 0;
    forward(&part);
    for (int r = 0; r < m; r++)
        equal_bits("distance", p, part.out + r * p->ldo,
                   p->out + (i + r) * p->ldo + j, allowed(p, i + r, j, n));
    free(part.out);
}

/* Whatever stands beside it, and whatever is asked for at once. */
static void part_case(int m, int n, int d, int causal)
{
    for (size_t c = 0; c < CHANGES; c++) {
        struct pair p = pair_new(m, n, d, causal);

        changes[c](&p);
        forward(&p);
        for (int i = 0; i < m; i++)
            check_part(&p, i, 1, 0, n);
        for (int j = 0; j < n; j++)
            check_part(&p, 0, m, j, 1);
        check_part(&p, m / 3, m - m / 3, n / 2, n - n / 2);
        pair_release(&p);
    }
}

static void a_pairs_digits_are_its_own(void **state)
{
    (void)state;
    each_shape(part_case);
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
        cmocka_unit_test(every_simd_level_gives_the_same_bits),
        cmocka_unit_test(a_pairs_digits_are_its_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
