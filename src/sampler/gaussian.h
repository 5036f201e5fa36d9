/*
 * gaussian.h - a Gaussian process through a few points.
 *
 * Its covariance is Matern's with nu = 5/2, of a length a coordinate; lengths
 * and noise are those of the highest marginal likelihood among some
 * (Rasmussen and Williams 2006, sections 2.2, 4.2.1 and 5.4.1), the variance
 * the best for them.  Made of + - * / and square roots in one order, so that
 * what is proposed is the same on every processor: LAPACK's dpotrf and dtrtrs
 * have other last bits with each kernel of OpenBLAS.  Hundreds of points, not
 * thousands.
 *
 * Threads: one at a time.
 */
#ifndef SAMPLER_GAUSSIAN_H
#define SAMPLER_GAUSSIAN_H

#include <stdbool.h>

struct gaussian {
    int n, room, coordinates;
    const bool *names; /* [coordinates] of which it only matters whether they
                          are the same; borrowed */
    double *x;         /* [n * coordinates] owned */
    double *y;         /* [n] with mean 0 and deviation 1; owned */
    double *length;    /* [coordinates] owned */
    double noise;      /* share of the variance */
    double variance;
    double *factor; /* [n * n] Cholesky's, of the covariance; owned */
    double *weight; /* [n] inverse covariance times y; owned */
};

/* Fit to n points, `n` at least 2, and room for as many more. */
void gaussian_init(struct gaussian *g, int coordinates, const bool *names,
                   int n, int more, const double *x, const double *y);
void gaussian_release(struct gaussian *g);

/* Mean and standard deviation at x, without the noise. */
double gaussian_at(const struct gaussian *g, const double *x,
                   double *deviation);

/* Take a point for one with the value that is expected there. */
void gaussian_believe(struct gaussian *g, const double *x);

#endif
