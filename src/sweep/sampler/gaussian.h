/*
 * gaussian.h - a Gaussian process through a few thousand points.
 *
 * Its covariance is Matern's with nu = 5/2 (matern.h), with one length per
 * coordinate.  Lengths and noise are those with the highest marginal likelihood
 * among those that are tried (Rasmussen and Williams 2006, sections 2.2 and
 * 5.4.1), the variance is the best for them.  If there are many points, lengths
 * and noise are fitted to some of them, always the same ones for the same
 * number of points: each try needs a factorisation, whose time grows with the
 * cube of the points.  All is computed by + - * / and square roots in one order
 * (kernel/cholesky.h), so that the proposals are the same on every processor.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SAMPLER_GAUSSIAN_H
#define SWEEP_SAMPLER_GAUSSIAN_H

#include <stdatomic.h>

#include "engine/kernel/cholesky.h"
#include "sweep/sampler/matern.h"

#define GAUSSIAN_FITTED 600 /* most points for lengths and noise */

/* Counts of the work done. */
struct gaussian_work {
    long tried; /* lengths and noises tried, each with a factor of the fitted
                   points, */
    long rows;  /* rows of these factors in all */
    long whole; /* factorisations of all points */
    long added; /* rows added for points of gaussian_add_expected() */
};

struct gaussian {
    int n, room, coordinates;
    const bool *names; /* [coordinates] see matern.h; borrowed */
    double *x;         /* [n * coordinates] owned */
    double *y;         /* [n] with mean 0 and deviation 1; owned */
    double *length;    /* [coordinates] owned */
    double noise;      /* a share of the variance */
    double variance;
    struct cholesky factor;    /* of the covariance; owned */
    double *weight;            /* [n] inverse covariance times y; owned */
    double *batch;             /* [(room + CHOLESKY_ROWS) * CHOLESKY_ROWS],
                                  followed by its points: scratch, owned */
    const atomic_bool *cancel; /* see gaussian_init(); borrowed until that
                                  returns */
    struct gaussian_work work;
};

/* Fit to n points, at least 2, and make room for `more` points; fit lengths and
 * noise to at most `fitted` points.  If cancelled(cancel) (core/interrupt.h)
 * becomes true it ends early, and g must then only be released. */
void gaussian_init(struct gaussian *g, int coordinates, const bool *names,
                   int n, int more, int fitted, const atomic_bool *cancel,
                   const double *x, const double *y);
void gaussian_release(struct gaussian *g);

/* Compute means and standard deviations at m points, [m * coordinates], without
 * the noise. */
void gaussian_at(struct gaussian *g, int m, const double *x, double *mean,
                 double *deviation);

/* Add a point with the value that is expected there. */
void gaussian_add_expected(struct gaussian *g, const double *x);

/* Remove all points but the first n. */
void gaussian_cut(struct gaussian *g, int n);

#endif
