/*
 * gaussian_plain.h - the Gaussian process of sampler/gaussian.h, computed one
 * element after the other: the fast one must give the same bits.
 */
#ifndef GAUSSIAN_PLAIN_H
#define GAUSSIAN_PLAIN_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/numbers/math_functions.h"

enum { PLAIN_MOST = 80, PLAIN_COORDINATES = 3 };

struct plain {
    int n;
    const bool *names;
    double x[PLAIN_MOST][PLAIN_COORDINATES], y[PLAIN_MOST];
    double length[PLAIN_COORDINATES], noise, variance;
    double factor[PLAIN_MOST][PLAIN_MOST], weight[PLAIN_MOST];
};

static double plain_covariance(const struct plain *g, const double *a,
                               const double *b)
{
    double squares = 0;

    for (int i = 0; i < PLAIN_COORDINATES; i++) {
        const double apart = g->names[i] ? a[i] != b[i] : a[i] - b[i];
        const double r = apart / g->length[i];

        squares += r * r;
    }
    const double r = sqrt(5 * squares);

    return (1 + r + r * r / 3) * exponential(-r);
}

static void plain_row(struct plain *g, int i)
{
    double *l = g->factor[i];

    for (int j = 0; j <= i; j++) {
        double sum =
            plain_covariance(g, g->x[i], g->x[j]) + (i == j ? g->noise : 0);

        for (int k = 0; k < j; k++)
            sum -= l[k] * g->factor[j][k];
        l[j] = j < i ? sum / g->factor[j][j] : sqrt(fmax(sum, 1e-12));
    }
}

static void plain_solve_lower(const struct plain *g, double *b)
{
    for (int i = 0; i < g->n; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= g->factor[i][k] * b[k];
        b[i] /= g->factor[i][i];
    }
}

static void plain_weigh(struct plain *g)
{
    double *b = g->weight;

    memcpy(b, g->y, sizeof(g->y));
    plain_solve_lower(g, b);
    for (int i = g->n - 1; i >= 0; i--) {
        for (int k = i + 1; k < g->n; k++)
            b[i] -= g->factor[k][i] * b[k];
        b[i] /= g->factor[i][i];
    }
}

static double plain_fit(struct plain *g)
{
    double sum = 0, determinant = 0;

    for (int i = 0; i < g->n; i++)
        plain_row(g, i);
    plain_weigh(g);
    for (int i = 0; i < g->n; i++) {
        sum += g->y[i] * g->weight[i];
        determinant += natural_log(g->factor[i][i]);
    }
    g->variance = fmax(sum / g->n, 1e-12);
    return -0.5 * g->n * natural_log(g->variance) - determinant;
}

static void plain_set(struct plain *g, double length, double noise)
{
    for (int i = 0; i < PLAIN_COORDINATES; i++)
        g->length[i] = length;
    g->noise = noise;
}

static double plain_choose_alike(struct plain *g)
{
    static const double noises[] = {1e-6, 1e-3, 1e-2, 1e-1};
    double best = -INFINITY, length = 1, noise = 1e-3;

    for (double l = 0.1; l < 4; l *= 2)
        for (int k = 0; k < 4; k++) {
            plain_set(g, l, noises[k]);
            const double likely = plain_fit(g);

            if (likely > best) {
                best = likely;
                length = l;
                noise = noises[k];
            }
        }
    plain_set(g, length, noise);
    return best;
}

static void plain_choose_each(struct plain *g, double best)
{
    static const double factors[] = {0.5, 2, 4};

    for (int i = 0; i < PLAIN_COORDINATES; i++) {
        const double before = g->length[i];
        double length = before;

        for (int k = 0; k < 3; k++) {
            g->length[i] = before * factors[k];
            const double likely = plain_fit(g);

            if (likely > best) {
                best = likely;
                length = g->length[i];
            }
        }
        g->length[i] = length;
    }
}

/* x, y, n and names must be set. */
static void plain_choose(struct plain *g)
{
    plain_choose_each(g, plain_choose_alike(g));
    plain_choose_each(g, plain_fit(g));
    plain_fit(g);
}

static double plain_at(const struct plain *g, const double *x,
                       double *deviation)
{
    double k[PLAIN_MOST], mean = 0, known = 0;

    for (int i = 0; i < g->n; i++) {
        k[i] = plain_covariance(g, x, g->x[i]);
        mean += k[i] * g->weight[i];
    }
    plain_solve_lower(g, k);
    for (int i = 0; i < g->n; i++)
        known += k[i] * k[i];
    *deviation = sqrt(g->variance * fmax(1 - known, 0));
    return mean;
}

static void plain_add_expected(struct plain *g, const double *x)
{
    double ignored;

    g->y[g->n] = plain_at(g, x, &ignored);
    memcpy(g->x[g->n], x, sizeof(g->x[0]));
    plain_row(g, g->n);
    g->n++;
    plain_weigh(g);
}

#endif
