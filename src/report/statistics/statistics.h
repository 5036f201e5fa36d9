/*
 * statistics.h - means over seeds, and whether a difference is luck.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_STATISTICS_STATISTICS_H
#define REPORT_STATISTICS_STATISTICS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/data/units.h"

double mean_of(const double *x, int n); /* NaN when n = 0 */

double max_of(const double *x, int n); /* NaN when n = 0 or any is */

double median_of(const double *x, int n); /* NaN when n = 0 or any is */

/* Sample standard deviation, divisor n - 1; NaN when n < 2. */
double deviation_of(const double *x, int n);

/* A number as people get it with so many digits behind the point: 0 where they
 * leave nothing of it, which else might read -0.00. */
double shown(double x, int digits);

/* What a test says of a difference. */
struct test_result {
    int n;             /* pairs, values of both, or units that count */
    double difference; /* x minus y: of means, as the metric is given */
    double p;          /* two-sided, but of a test that names its side */
    double low, high;  /* 95 % interval of the difference; NaN: the test has
                          none */
};
#define NO_VERDICT                                                  \
    ((struct test_result){0, (double)NAN, (double)NAN, (double)NAN, \
                          (double)NAN})

/*
 * Were x and y the same, each of n differences might as well have the other
 * sign: the share of choices of signs whose sum is at least as far from zero as
 * the one seen; of all 2^n, where they are not more than `most`, else of so
 * many drawn ones and the one seen.  `stream` names the draws
 * (numbers/random.h).
 */
double signs_share(const double *d, int n, const char *stream, uint32_t most);

/* Up to so many pairs every choice of signs is tried. */
#define PAIRED_EXACT 20

/*
 * Sign-flip permutation test of pairs, one a seed: signs_share() of x_i - y_i.
 * Exact up to PAIRED_EXACT pairs, so p is 2^(1 - n) at least; from 2^20
 * addressed choices beyond.  NaN where one pair is all.
 */
struct test_result sign_flip_test(const double *x, const double *y, int n);

#define BOOTSTRAP_DRAWS 10000

/*
 * Paired bootstrap over units, what another test set might have said: d[i] is
 * the difference of two systems on unit i. The units that count are drawn anew,
 * as many with replacement, in draws that are addressed and so the same
 * everywhere.  The interval leaves out a fortieth of the draws' differences on
 * each side, and p is twice the share of them that are not on the side of the
 * one seen, that one counted too: at most 0.05 just where the interval leaves
 * out zero, but never below 2 / 2^n, as n units of one sign may be chance.  NaN
 * where fewer than two units count or one is NaN.
 *
 * Source: Efron and Tibshirani 1993, ch. 13; Koehn 2004.
 */
struct test_result bootstrap_test(const struct tally *d, int n);

/* The same of a difference that need be no mean. */
struct resampled {
    int n;       /* units that count */
    double size; /* of what differs: less than 1e-12 of it is rounding */
    /* The difference over n units, which may be some twice. */
    double (*difference)(const void *of, const int *unit, int n);
    const void *of;
};
struct test_result bootstrap_of(const struct resampled *r);

/*
 * Is y = a x + b within rounding, with a nonzero a, so that no test of the one
 * over seeds can say what one of the other does not?  False where fewer than
 * five different x could tell: two are always on a line, and coarse metrics of
 * a few trials are now and then.
 */
bool affine(const double *x, const double *y, int n);

#endif
