/*
 * gaussian.h - a Gaussian process through a few thousand points.
 *
 * Its covariance is Matern's with nu = 5/2 (matern.h), of a length a
 * coordinate; lengths and noise are those of the highest marginal likelihood
 * among some (Rasmussen and Williams 2006, sections 2.2 and 5.4.1), the
 * variance the best for them.  Where there are many points, they are fitted to
 * some of them, always the same ones of as many: each that is tried costs a
 * factor, whose work grows with the cube of the points.  Made of + - * / and
 * square roots in one order (kernel/cholesky.h), so that what is proposed is
 * the same on every processor.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SAMPLER_GAUSSIAN_H
#define SWEEP_SAMPLER_GAUSSIAN_H

#include <stdatomic.h>

#include "engine/kernel/cholesky.h"
#include "sweep/sampler/matern.h"

#define GAUSSIAN_FITTED 600 /* points, at most, for lengths and noise */

/* What it took, to be counted. */
struct gaussian_work {
    long tried; /* lengths and noises, a factor of the fitted points each, */
    long rows;  /* which had so many rows in all */
    long whole; /* factors of all points */
    long added; /* rows, of points that were believed */
};

struct gaussian {
    int n, room, coordinates;
    const bool *names; /* [coordinates] see matern.h; borrowed */
    double *x;         /* [n * coordinates] owned */
    double *y;         /* [n] with mean 0 and deviation 1; owned */
    double *length;    /* [coordinates] owned */
    double noise;      /* share of the variance */
    double variance;
    struct cholesky factor; /* of the covariance; owned */
    double *weight;         /* [n] inverse covariance times y; owned */
    double *batch;          /* [(room + CHOLESKY_ROWS) * CHOLESKY_ROWS] and its
                               points behind it: scratch, owned */
    const atomic_bool *cancel; /* see gaussian_init(); borrowed until then */
    struct gaussian_work work;
};

/* Fit to n points, `n` at least 2, and room for as many more; lengths and noise
 * to at most so many.  When cancelled(cancel) (core/interrupt.h) it ends early,
 * and g is only fit to be released. */
void gaussian_init(struct gaussian *g, int coordinates, const bool *names,
                   int n, int more, int fitted, const atomic_bool *cancel,
                   const double *x, const double *y);
void gaussian_release(struct gaussian *g);

/* Means and standard deviations at m points, [m * coordinates], without the
 * noise. */
void gaussian_at(struct gaussian *g, int m, const double *x, double *mean,
                 double *deviation);

/* Take a point for one with the value that is expected there. */
void gaussian_believe(struct gaussian *g, const double *x);

/* Forget all points but the first n. */
void gaussian_cut(struct gaussian *g, int n);

#endif
