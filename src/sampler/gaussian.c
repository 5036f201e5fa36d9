#include "sampler/gaussian.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/memory.h"

/* --- the covariance ------------------------------------------------------- */

static double covariance(const struct gaussian *g, const double *a,
                         const double *b)
{
    double squares = 0;

    for (int i = 0; i < g->coordinates; i++) {
        const double apart = g->names[i] ? a[i] != b[i] : a[i] - b[i];
        const double r = apart / g->length[i];

        squares += r * r;
    }
    const double r = sqrt(5 * squares);

    return (1 + r + r * r / 3) * exponential(-r);
}

static const double *point(const struct gaussian *g, int i)
{
    return g->x + (long)i * g->coordinates;
}

/* --- Cholesky's factor, row by row ---------------------------------------- */

static double *row(const struct gaussian *g, int i)
{
    return g->factor + (long)i * g->room;
}

/* The row of point i, from those before it and its covariances. */
static void factor_row(struct gaussian *g, int i)
{
    double *l = row(g, i);

    for (int j = 0; j <= i; j++) {
        double sum =
            covariance(g, point(g, i), point(g, j)) + (i == j ? g->noise : 0);

        for (int k = 0; k < j; k++)
            sum -= l[k] * row(g, j)[k];
        l[j] = j < i ? sum / row(g, j)[j] : sqrt(fmax(sum, 1e-12));
    }
}

/* b := L^-1 b, and then L^-T b. */
static void solve_lower(const struct gaussian *g, double *b)
{
    for (int i = 0; i < g->n; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= row(g, i)[k] * b[k];
        b[i] /= row(g, i)[i];
    }
}

static void solve_upper(const struct gaussian *g, double *b)
{
    for (int i = g->n - 1; i >= 0; i--) {
        for (int k = i + 1; k < g->n; k++)
            b[i] -= row(g, k)[i] * b[k];
        b[i] /= row(g, i)[i];
    }
}

static void weigh(struct gaussian *g)
{
    memcpy(g->weight, g->y, (size_t)g->n * sizeof(*g->weight));
    solve_lower(g, g->weight);
    solve_upper(g, g->weight);
}

/* --- lengths and noise ---------------------------------------------------- */

/* Factor and weigh; the logarithm of the marginal likelihood, but for a
 * constant, at the best variance. */
static double fit(struct gaussian *g)
{
    double sum = 0, determinant = 0;

    for (int i = 0; i < g->n; i++)
        factor_row(g, i);
    weigh(g);
    for (int i = 0; i < g->n; i++) {
        sum += g->y[i] * g->weight[i];
        determinant += natural_log(row(g, i)[i]);
    }
    g->variance = fmax(sum / g->n, 1e-12);
    return -0.5 * g->n * natural_log(g->variance) - determinant;
}

/* One length for all coordinates, and the noise. */
static double choose_alike(struct gaussian *g)
{
    static const double noises[] = {1e-6, 1e-3, 1e-2, 1e-1};
    double best = -INFINITY, length = 1, noise = 1e-3;

    for (double l = 0.1; l < 4; l *= 2)
        for (int k = 0; k < 4; k++) {
            for (int i = 0; i < g->coordinates; i++)
                g->length[i] = l;
            g->noise = noises[k];
            const double likely = fit(g);

            if (likely > best) {
                best = likely;
                length = l;
                noise = noises[k];
            }
        }
    for (int i = 0; i < g->coordinates; i++)
        g->length[i] = length;
    g->noise = noise;
    return best;
}

/* A length of its own for each coordinate, one after the other. */
static void choose_each(struct gaussian *g, double best)
{
    static const double factors[] = {0.5, 2, 4};

    for (int i = 0; i < g->coordinates; i++) {
        const double before = g->length[i];
        double length = before;

        for (int k = 0; k < 3; k++) {
            g->length[i] = before * factors[k];
            const double likely = fit(g);

            if (likely > best) {
                best = likely;
                length = g->length[i];
            }
        }
        g->length[i] = length;
    }
}

/* --- from outside --------------------------------------------------------- */

void gaussian_init(struct gaussian *g, int coordinates, const bool *names,
                   int n, int more, const double *x, const double *y)
{
    const size_t room = (size_t)n + (size_t)more, d = (size_t)coordinates;

    *g = (struct gaussian){
        .n = n, .room = (int)room, .coordinates = coordinates, .names = names};
    g->x = memory_zeroed(room * d + 1, sizeof(*g->x));
    g->y = memory_zeroed(room, sizeof(*g->y));
    g->length = memory_zeroed(d + 1, sizeof(*g->length));
    g->factor = memory_zeroed(room * room, sizeof(*g->factor));
    g->weight = memory_zeroed(room, sizeof(*g->weight));
    memcpy(g->x, x, (size_t)n * d * sizeof(*x));
    memcpy(g->y, y, (size_t)n * sizeof(*y));
    const double best = choose_alike(g);

    choose_each(g, best);
    choose_each(g, fit(g));
    fit(g);
}

void gaussian_release(struct gaussian *g)
{
    free(g->x);
    free(g->y);
    free(g->length);
    free(g->factor);
    free(g->weight);
    *g = (struct gaussian){0};
}

double gaussian_at(const struct gaussian *g, const double *x, double *deviation)
{
    double *k = memory_new((size_t)g->n * sizeof(*k)), mean = 0, known = 0;

    for (int i = 0; i < g->n; i++) {
        k[i] = covariance(g, x, point(g, i));
        mean += k[i] * g->weight[i];
    }
    solve_lower(g, k);
    for (int i = 0; i < g->n; i++)
        known += k[i] * k[i];
    *deviation = sqrt(g->variance * fmax(1 - known, 0));
    free(k);
    return mean;
}

void gaussian_believe(struct gaussian *g, const double *x)
{
    double ignored;

    g->y[g->n] = gaussian_at(g, x, &ignored);
    memcpy(g->x + (long)g->n * g->coordinates, x,
           (size_t)g->coordinates * sizeof(*x));
    factor_row(g, g->n);
    g->n++;
    weigh(g);
}
