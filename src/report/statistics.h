/*
 * statistics.h - means over seeds, and whether a difference is luck.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_STATISTICS_H
#define REPORT_STATISTICS_H

#include <stdbool.h>

#include "data/units.h"

double mean_of(const double *x, int n); /* NaN when n = 0 */

double max_of(const double *x, int n); /* NaN when n = 0 or any is */

double median_of(const double *x, int n); /* NaN when n = 0 or any is */

/* Sample standard deviation, divisor n - 1; NaN when n < 2. */
double deviation_of(const double *x, int n);

/* A number as people get it with so many digits behind the point: 0 where they
 * leave nothing of it, which else might read -0.00. */
double shown(double x, int digits);

/* Up to so many pairs every choice of signs is tried. */
#define PAIRED_EXACT 20

/* A paired comparison: one pair a seed. */
struct paired {
    int n;
    double difference; /* mean of a_i - b_i */
    double p;          /* two-sided */
};

/*
 * Sign-flip permutation test of a_i - b_i: if a and b were the same, every
 * choice of signs would be as likely, and p is the share of the 2^n choices
 * whose sum is at least as far from zero as the one seen.  Exact up to
 * PAIRED_EXACT pairs, so p is 2^(1 - n) at least; from 2^20 addressed choices
 * beyond.
 */
struct paired paired_test(const double *a, const double *b, int n);

#define BOOTSTRAP_DRAWS 10000

/* What another test set might have said. */
struct bootstrap {
    int n;             /* units that count */
    double difference; /* in per cent, as units_mean() has it */
    double p;          /* two-sided */
    double low, high;  /* 95 % interval of the difference */
};

/*
 * Paired bootstrap over units: d[i] is the difference of two systems on unit i.
 * The units that count are drawn anew, as many with replacement, in draws that
 * are addressed and so the same everywhere.  The interval leaves out a fortieth
 * of the draws' differences on each side, and p is twice the share of them that
 * are not on the side of the one seen, that one counted too: at most 0.05 just
 * where the interval leaves out zero, but never below 2 / 2^n, as n units of
 * one sign may be chance.  NaN where fewer than two units count or one is NaN.
 *
 * Source: Efron and Tibshirani 1993, ch. 13; Koehn 2004.
 */
struct bootstrap bootstrap_test(const struct tally *d, int n);

/*
 * Is y = a x + b within rounding, with a nonzero a, so that no test of the one
 * over seeds can say what one of the other does not?  False where fewer than
 * five different x could tell: two are always on a line, and coarse metrics of
 * a few trials are now and then.
 */
bool affine(const double *x, const double *y, int n);

#endif
