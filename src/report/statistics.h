/*
 * statistics.h - means over seeds, and whether a difference is luck.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_STATISTICS_H
#define REPORT_STATISTICS_H

double mean_of(const double *x, int n); /* NaN when n = 0 */

/* Sample standard deviation, divisor n - 1; NaN when n < 2. */
double deviation_of(const double *x, int n);

/* A paired comparison: one pair a seed. */
struct paired {
    int n;
    double difference; /* mean of a_i - b_i */
    double p;          /* two-sided */
};

/*
 * Sign-flip permutation test of a_i - b_i: if a and b were the same, every
 * choice of signs would be as likely, and p is the share of the 2^n choices
 * whose sum is at least as far from zero as the one seen.  Exact up to 20
 * pairs, so p is 2^(1 - n) at least; from 2^20 addressed choices beyond.
 */
struct paired paired_test(const double *a, const double *b, int n);

#endif
