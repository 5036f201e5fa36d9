/* A Gaussian process against what is known of it. */
#include "config.h"

#include "../test.h"

#include <math.h>

#include "base/random.h"
#include "sampler/gaussian.h"

enum { POINTS = 30, COORDINATES = 3 };

static const bool names[COORDINATES] = {false, false, true};

static double function(const double *x)
{
    return sin(5 * x[0]) + x[1] * x[1] + (x[2] == 1 ? 0.5 : 0);
}

struct data {
    double x[POINTS * COORDINATES], y[POINTS];
};

static void draw(struct data *d, uint32_t example)
{
    const struct random_key key = random_key(1, "gaussian");
    double mean = 0, squares = 0;

    for (uint32_t i = 0; i < POINTS; i++) {
        double *x = d->x + i * COORDINATES;

        for (uint32_t k = 0; k < COORDINATES; k++)
            x[k] = random_real(key, (struct address){i, example, 0}, k);
        x[2] = floor(3 * x[2]);
        d->y[i] = function(x);
        mean += d->y[i] / POINTS;
    }
    for (int i = 0; i < POINTS; i++)
        squares += (d->y[i] - mean) * (d->y[i] - mean) / POINTS;
    for (int i = 0; i < POINTS; i++)
        d->y[i] = (d->y[i] - mean) / sqrt(squares);
}

static void init(struct gaussian *g, const struct data *d, int n, int more)
{
    gaussian_init(g, COORDINATES, names, n, more, d->x, d->y);
}

/* A smooth function leaves next to no noise, so it goes through its points. */
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
        const double mean = gaussian_at(&g, d.x + i * COORDINATES, &deviation);

        assert_true(fabs(mean - d.y[i]) < 0.05);
        assert_true(deviation < 0.1);
    }
    gaussian_release(&g);
}

/* Of points it has not seen, 19 of 20 or so lie within two deviations. */
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
            const double mean =
                gaussian_at(&g, d.x + i * COORDINATES, &deviation);

            inside += fabs(mean - d.y[i]) < 2 * deviation + 1e-3;
            off += fabs(mean - d.y[i]) / 200;
        }
        gaussian_release(&g);
    }
    assert_true(inside > 0.85 * all);
    assert_true(off < 0.25); /* of a deviation of 1 */
}

/* The factor grows by a row as if it had been made whole, and what is believed
 * changes no mean. */
static void a_belief_moves_nothing_but_doubt(void **state)
{
    struct gaussian g;
    struct data d;
    double before, after, mean;

    (void)state;
    draw(&d, 3);
    init(&g, &d, POINTS - 1, 1);
    const double *x = d.x + (POINTS - 1) * COORDINATES;

    mean = gaussian_at(&g, x, &before);
    const double elsewhere = gaussian_at(&g, d.x, &after);

    gaussian_believe(&g, x);
    assert_true(fabs(gaussian_at(&g, x, &after) - mean) < 1e-6);
    assert_true(after < before / 2);
    assert_true(fabs(gaussian_at(&g, d.x, &after) - elsewhere) < 1e-6);
    gaussian_release(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_through_its_points),
        cmocka_unit_test(it_knows_what_it_does_not_know),
        cmocka_unit_test(a_belief_moves_nothing_but_doubt),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
