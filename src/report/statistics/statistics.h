/*
 * statistics.h - means over seeds, and tests of their differences.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_STATISTICS_STATISTICS_H
#define REPORT_STATISTICS_STATISTICS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/data/units.h"

double mean_of(const double *x, int n); /* NaN if n = 0 */

double max_of(const double *x, int n); /* NaN if n = 0 or any value is */

double median_of(const double *x, int n); /* NaN if n = 0 or any value is */

/* Sample standard deviation, divisor n - 1; NaN if n < 2. */
double deviation_of(const double *x, int n);

/* Return x for printing with `digits` decimals: 0 if it would be rounded to
 * zero, which could print as -0.00. */
double shown(double x, int digits);

/* The result of a test of a difference. */
struct test_result {
    int n;             /* pairs, values of both, or units that count */
    double difference; /* x minus y, of means, in the metric's unit */
    double p;          /* two-sided, except for tests that name their side */
    double low, high;  /* 95 % interval of the difference; NaN if the test has
                          none */
};
#define NO_VERDICT                                                  \
    ((struct test_result){0, (double)NAN, (double)NAN, (double)NAN, \
                          (double)NAN})

/*
 * If x and y were equal, each of the n differences could as well have the other
 * sign.  Return the fraction of all choices of signs whose sum is at least as
 * far from zero as the observed one.  All 2^n choices are tried if they are not
 * more than `most`; otherwise that many random ones, plus the observed one.
 * `stream` names the random numbers (numbers/random.h).
 */
double signs_share(const double *d, int n, const char *stream, uint32_t most);

/* Up to this many pairs, all choices of signs are tried. */
#define PAIRED_EXACT 20

/*
 * Sign-flip permutation test of pairs, one for each seed: signs_share() of x_i
 * - y_i.  Exact up to PAIRED_EXACT pairs, so p is at least 2^(1 - n); beyond,
 * 2^20 addressed choices are used.  NaN if there is only one pair.
 */
struct test_result sign_flip_test(const double *x, const double *y, int n);

#define BOOTSTRAP_DRAWS 10000

/*
 * Paired bootstrap over units, which estimates the results on another test set:
 * d[i] is the difference of two systems on unit i.  Each draw resamples the
 * units that count, as many with replacement.  Draws are addressed and so the
 * same on all machines.  The interval leaves out 1/40 of the draws' differences
 * on each side. p is twice the fraction of draws, with the observed difference
 * included, that are not on the observed side.  So p is at most 0.05 exactly if
 * the interval excludes zero. p is never below 2 / 2^n, as n units of the same
 * sign can be chance.  NaN if fewer than two units count or one is NaN.
 *
 * Source: Efron and Tibshirani 1993, ch. 13; Koehn 2004.
 */
struct test_result bootstrap_test(const struct tally *d, int n);

/* The same for a difference that is not a mean. */
struct resampled {
    int n;       /* units that count */
    double size; /* size of the compared values: a difference below 1e-12 of it
                    is a rounding error */
    /* Return the difference over n units; a unit can occur repeatedly. */
    double (*difference)(const void *of, const int *unit, int n);
    const void *of;
};
struct test_result bootstrap_of(const struct resampled *r);

/*
 * True if y = a x + b within rounding, with a nonzero a, so that a test of y
 * over seeds is the same as one of x.  False if there are fewer than five
 * different x: two points are always on a line, and coarse metrics of a few
 * trials sometimes are.
 */
bool affine(const double *x, const double *y, int n);

#endif
