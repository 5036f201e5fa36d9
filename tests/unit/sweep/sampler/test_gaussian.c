/* A Gaussian process compared with known results. */
#include "config.h"

#include "tests/test.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"
#include "sweep/sampler/gaussian.h"
#include "tests/unit/level.h"
#include "tests/unit/sweep/sampler/gaussian_plain.h"

enum { POINTS = 30, COORDINATES = PLAIN_COORDINATES };

static const bool names[COORDINATES] = {false, false, true};

static double function(const double *x)
{
    return sin(5 * x[0]) + x[1] * x[1] + (x[2] == 1 ? 0.5 : 0);
}

struct data {
    double *x, *y; /* [n * COORDINATES], [n]; owned */
};

static void draw_many(struct data *d, int n, uint32_t example)
{
    const struct random_key key = random_key(1, "gaussian");
    double mean = 0, squares = 0;

    d->x = memory_new((size_t)n * COORDINATES * sizeof(*d->x));
    d->y = memory_new((size_t)n * sizeof(*d->y));
    for (uint32_t i = 0; i < (uint32_t)n; i++) {
        double *x = d->x + i * COORDINATES;

        for (uint32_t k = 0; k < COORDINATES; k++)
            x[k] = random_real(key, (struct address){i, example, 0}, k);
        x[2] = floor(3 * x[2]);
        d->y[i] = function(x);
        mean += d->y[i] / n;
    }
    for (int i = 0; i < n; i++)
        squares += (d->y[i] - mean) * (d->y[i] - mean) / n;
    for (int i = 0; i < n; i++)
        d->y[i] = (d->y[i] - mean) / sqrt(squares);
}

static void draw(struct data *d, uint32_t example)
{
    draw_many(d, POINTS, example);
}

static void data_release(struct data *d)
{
    free(d->x);
    free(d->y);
}

static double at(struct gaussian *g, const double *x, double *deviation)
{
    double mean;

    gaussian_at(g, 1, x, &mean, deviation);
    return mean;
}

static void init(struct gaussian *g, const struct data *d, int n, int more)
{
    gaussian_init(g, COORDINATES, names, n, more, INT_MAX, NULL, d->x, d->y);
}

/* A smooth function leaves almost no noise, so the process goes through its
 * points. */
static void it_goes_through_its_points(void **state)
{
    struct gaussian g;
    struct data d;

    (void)state;
    draw(&d, 1);
    init(&g, &d, POINTS, 0);
    assert_true(g.noise <= 1e-3);
    for (int i = 0; i < POINTS; i++) {
        double deviation;
        const double mean = at(&g, d.x + i * COORDINATES, &deviation);

        assert_true(fabs(mean - d.y[i]) < 0.05);
        assert_true(deviation < 0.1);
    }
    gaussian_release(&g);
    data_release(&d);
}

/* About 19 of 20 unseen points lie within two deviations. */
static void it_knows_what_it_does_not_know(void **state)
{
    int inside = 0, all = 0;
    double off = 0;

    (void)state;
    for (uint32_t world = 1; world <= 20; world++) {
        struct gaussian g;
        struct data d;

        draw(&d, world);
        init(&g, &d, POINTS - 10, 0);
        for (int i = POINTS - 10; i < POINTS; i++, all++) {
            double deviation;
            const double mean = at(&g, d.x + i * COORDINATES, &deviation);

            inside += fabs(mean - d.y[i]) < 2 * deviation + 1e-3;
            off += fabs(mean - d.y[i]) / 200;
        }
        gaussian_release(&g);
        data_release(&d);
    }
    assert_true(inside > 0.85 * all);
    assert_true(off < 0.25); /* at a deviation of 1 */
}

/* The factor extended by a row equals the factor of all rows, and points
 * with expected values change no mean. */
static void an_expected_point_changes_deviations_only(void **state)
{
    struct gaussian g;
    struct data d;
    double before, after, mean;

    (void)state;
    draw(&d, 3);
    init(&g, &d, POINTS - 1, 1);
    const double *x = d.x + (POINTS - 1) * COORDINATES;

    mean = at(&g, x, &before);
    const double elsewhere = at(&g, d.x, &after);

    gaussian_add_expected(&g, x);
    assert_true(fabs(at(&g, x, &after) - mean) < 1e-6);
    assert_true(after < before / 2);
    assert_true(fabs(at(&g, d.x, &after) - elsewhere) < 1e-6);
    gaussian_release(&g);
    data_release(&d);
}

/* --- to the last bit ------------------------------------------------------ */

static struct plain *plain_new(const struct data *d, int n)
{
    struct plain *g = memory_zeroed(1, sizeof(*g));

    g->n = n;
    g->names = names;
    memcpy(g->x, d->x, (size_t)n * sizeof(g->x[0]));
    memcpy(g->y, d->y, (size_t)n * sizeof(g->y[0]));
    plain_choose(g);
    return g;
}

/* Compare all results for these points. */
static void expect_same(struct gaussian *g, const struct plain *p,
                        const struct data *d, int n)
{
    double *mean = memory_new((size_t)n * sizeof(*mean));
    double *deviation = memory_new((size_t)n * sizeof(*deviation));

    assert_memory_equal(g->length, p->length, sizeof(p->length));
    assert_true(g->noise == p->noise && g->variance == p->variance);
    gaussian_at(g, n, d->x, mean, deviation);
    for (int i = 0; i < n; i++) {
        double doubt;
        const double expected = plain_at(p, d->x + i * COORDINATES, &doubt);

        assert_true(mean[i] == expected);
        assert_true(deviation[i] == doubt);
    }
    free(mean);
    free(deviation);
}

/* Compare with the plain process for so many points, some with expected
 * values. */
static void expect_as_plain(int n)
{
    struct data d;
    struct gaussian g;

    draw_many(&d, n + 5, (uint32_t)n);
    struct plain *p = plain_new(&d, n);

    init(&g, &d, n, 5);
    expect_same(&g, p, &d, n + 5);
    for (int i = n; i < n + 5; i++) {
        plain_add_expected(p, d.x + i * COORDINATES);
        gaussian_add_expected(&g, d.x + i * COORDINATES);
        expect_same(&g, p, &d, n + 5);
    }
    gaussian_release(&g);
    free(p);
    data_release(&d);
}

static void every_level_has_the_bits_of_one_after_the_other(void **state)
{
    static const int sizes[] = {2, 3, 4, 5, 15, 16, 17, 33, 64, 75};
    const enum simd most = kernel_simd();

    (void)state;
    for (int level = SIMD_PLAIN; level <= (int)most; level++) {
        if (level == SIMD_NEON && most != SIMD_NEON)
            continue;
        level_limit((enum simd)level);
        for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
            expect_as_plain(sizes[i]);
    }
    level_limit(most);
}

/* Down to values that a double cannot represent. */
static void far_points_have_the_last_bits_of_nothing(void **state)
{
    static const double length[COORDINATES] = {1, 1, 1};
    const struct matern of = {COORDINATES, names, length};
    const struct plain p = {.names = names, .length = {1, 1, 1}};
    double batch[COORDINATES * CHOLESKY_ROWS] = {0}, out[CHOLESKY_ROWS];

    (void)state;
    for (double far = 0; far < 600; far += 0.37) {
        const double point[COORDINATES] = {-far, far / 3, 0};
        const double zero[COORDINATES] = {0};

        matern_batch(&of, 1, point, batch, out);
        for (int i = 0; i < CHOLESKY_ROWS; i++)
            assert_true(out[i] == plain_covariance(&p, zero, point));
    }
}

/* --- what it takes -------------------------------------------------------- */

/* 24 lengths and noises for all, and twice three for each coordinate. */
static void many_points_cost_few_large_factors(void **state)
{
    enum { MANY = 1000, SOME = 100, BELIEVED = 3 };
    struct gaussian g;
    struct data d;

    (void)state;
    draw_many(&d, MANY + BELIEVED, 1);
    gaussian_init(&g, COORDINATES, names, MANY, BELIEVED, SOME, NULL, d.x, d.y);
    assert_int_equal(g.work.tried, 24 + 6 * COORDINATES);
    assert_int_equal(g.work.rows, g.work.tried * SOME);
    assert_int_equal(g.work.whole, 1);
    for (int i = MANY; i < MANY + BELIEVED; i++)
        gaussian_add_expected(&g, d.x + i * COORDINATES);
    assert_int_equal(g.work.whole, 1);
    assert_int_equal(g.work.added, BELIEVED);
    gaussian_release(&g);
    data_release(&d);
}

/* Some of the points give the same lengths as all. */
static void some_points_are_enough_for_lengths(void **state)
{
    enum { MANY = 200 };
    struct gaussian g;
    struct data d;
    double off = 0;

    (void)state;
    draw_many(&d, MANY + POINTS, 1);
    gaussian_init(&g, COORDINATES, names, MANY, 0, MANY / 4, NULL, d.x, d.y);
    for (int i = MANY; i < MANY + POINTS; i++) {
        double doubt;

        off = fmax(off, fabs(at(&g, d.x + i * COORDINATES, &doubt) - d.y[i]));
    }
    assert_true(off < 0.05);
    gaussian_release(&g);
    data_release(&d);
}

/* A removed belief has no effect. */
static void what_is_cut_off_leaves_nothing(void **state)
{
    struct gaussian g;
    struct data d;
    double before, after;

    (void)state;
    draw(&d, 4);
    init(&g, &d, POINTS - 2, 2);
    const double *x = d.x + (POINTS - 1) * COORDINATES;
    const double mean = at(&g, x, &before);

    gaussian_add_expected(&g, d.x + (POINTS - 2) * COORDINATES);
    gaussian_add_expected(&g, x);
    gaussian_cut(&g, POINTS - 2);
    assert_true(at(&g, x, &after) == mean);
    assert_true(after == before);
    gaussian_release(&g);
    data_release(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_through_its_points),
        cmocka_unit_test(it_knows_what_it_does_not_know),
        cmocka_unit_test(an_expected_point_changes_deviations_only),
        cmocka_unit_test(every_level_has_the_bits_of_one_after_the_other),
        cmocka_unit_test(far_points_have_the_last_bits_of_nothing),
        cmocka_unit_test(many_points_cost_few_large_factors),
        cmocka_unit_test(some_points_are_enough_for_lengths),
        cmocka_unit_test(what_is_cut_off_leaves_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
