/*
 * significance.h - tests whether the difference of two systems is more than
 * chance.
 *
 * There are two sources of chance, and each p is over one of them:
 *
 *   seeds   could training with other seeds have reversed the difference?
 *           Values are a metric of whole trials.  Tests: sign_flip_test()
 *           (statistics.h) and wilcoxon_test() for pairs of equal seed,
 *           welch_test() for all trials.
 *   units   could another test set have reversed it?  Values are what each
 *           unit (data/units.h) adds to a metric, x minus y.  Tests:
 *           bootstrap_test() (statistics.h), randomisation_test(),
 *           mcnemar_test().  For a metric that is a formula: bootstrap_of().
 *
 * Random numbers are addressed (numbers/random.h), and functions are our own
 * (numbers/math_functions.h), so the figures are equal on all machines.
 *
 * Threads: pure functions.
 * Errors:  none; a result is NaN if there are too few values.
 */
#ifndef REPORT_STATISTICS_SIGNIFICANCE_H
#define REPORT_STATISTICS_SIGNIFICANCE_H

#include "report/statistics/statistics.h"

/* Up to this many pairs that differ, all choices of signs are counted. */
#define WILCOXON_EXACT 50

/*
 * Wilcoxon's signed-rank test of pairs.  Pairs that differ are ranked by the
 * size of the difference; equal sizes share the mean of their ranks. p is over
 * all choices of signs; beyond WILCOXON_EXACT pairs it is by the normal
 * distribution, corrected for ties but not for continuity.  NaN if no pair
 * differs or there is only one.
 *
 * Source: Wilcoxon 1945; Pratt and Gibbons 1981, ch. 3.
 */
struct test_result wilcoxon_test(const double *x, const double *y, int n);

/*
 * Welch's t test of two sets of values, paired or not, with its interval; n of
 * the result is the number of values in both.  NaN if one set has fewer than
 * two values, or neither varies.
 *
 * Source: Welch 1947.
 */
struct test_result welch_test(const double *x, int nx, const double *y, int ny);

#define RANDOMISATION_DRAWS 10000

/*
 * Paired randomisation test over units: signs_share() of the differences that
 * are more than rounding errors, with random choices if all choices would be
 * more than RANDOMISATION_DRAWS.
 *
 * Source: Noreen 1989; Yeh 2000; Smucker et al. 2007.
 */
struct test_result randomisation_test(const struct tally *d, int n);

/* A test's alternative hypothesis: x and y differ, x is greater, or x is
 * less. */
enum test_side { SIDE_BOTH, SIDE_GREATER, SIDE_LESS };

/*
 * McNemar's exact test of two systems that are right or wrong on each unit: d
 * is 1, 0 or -1 of 1.  Among the units that only one system has right, each is
 * x's or y's with probability 1/2 under the null hypothesis. p is the
 * probability of a count at least as extreme: as unequal (both), as many of x's
 * (greater), as few of x's (less).  It is 1 if there is no such unit, and NaN
 * if d has any other value.
 *
 * Source: McNemar 1947; one-sided as in Dhingra et al. 2017, figure 2.
 */
struct test_result mcnemar_test(const struct tally *d, int n,
                                enum test_side side);

/*
 * Holm's correction.  If the hypotheses with adjusted[i] <= a are rejected, the
 * probability of any wrong rejection among the n is at most a.  A NaN is not a
 * hypothesis and stays NaN.  Returns the number of hypotheses.
 *
 * Source: Holm 1979.
 */
int holm(const double *p, int n, double *adjusted);

/* 95 % interval of the mean by Student's t; NaN if n < 2. */
void mean_interval(const double *x, int n, double *low, double *high);

#endif
