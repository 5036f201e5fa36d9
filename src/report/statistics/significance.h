/*
 * significance.h - is a difference of two systems more than luck?
 *
 * Two kinds of luck are asked about, and a p is over one of them:
 *
 *   seeds   could training with other seeds have turned the difference round?
 *           Values are a metric of whole trials: sign_flip_test()
 *           (statistics.h) and wilcoxon_test() of pairs of equal seed,
 *           welch_test() of all.
 *   units   could another test set have?  Values are what each unit
 *           (data/units.h) adds to a metric, x minus y: bootstrap_test()
 *           (there, too), randomisation_test(), mcnemar_test(); or the metric
 *           of what is drawn, by a formula: bootstrap_of().
 *
 * Draws are addressed, not drawn (numbers/random.h), and functions are our own
 * (numbers/math_functions.h): the same figures everywhere.
 *
 * Threads: pure functions.
 * Errors:  none; what there is too little of to say is NaN.
 */
#ifndef REPORT_STATISTICS_SIGNIFICANCE_H
#define REPORT_STATISTICS_SIGNIFICANCE_H

#include "report/statistics/statistics.h"

/* Up to so many pairs that differ every choice of signs counts. */
#define WILCOXON_EXACT 50

/*
 * Wilcoxon's signed-rank test of pairs: those that differ are ranked by how
 * far, equals sharing the mean of their ranks, and p is over all choices of
 * signs; beyond WILCOXON_EXACT pairs by the normal distribution, corrected for
 * ties and not for continuity.  NaN where no pair differs, or one is all.
 *
 * Source: Wilcoxon 1945; Pratt and Gibbons 1981, ch. 3.
 */
struct test_result wilcoxon_test(const double *x, const double *y, int n);

/*
 * Welch's t test of two sets of values, pairs or not, with its interval; n is
 * how many both have.  NaN where one has fewer than two, or neither varies.
 *
 * Source: Welch 1947.
 */
struct test_result welch_test(const double *x, int nx, const double *y, int ny);

#define RANDOMISATION_DRAWS 10000

/*
 * Paired randomisation over units: signs_share() of the differences that are
 * more than rounding, drawn where all choices are more than
 * RANDOMISATION_DRAWS.
 *
 * Source: Noreen 1989; Yeh 2000; Smucker et al. 2007.
 */
struct test_result randomisation_test(const struct tally *d, int n);

/* What a test holds against chance: that x and y differ, or that x is the
 * greater, or the lesser. */
enum test_side { SIDE_BOTH, SIDE_GREATER, SIDE_LESS };

/*
 * McNemar's exact test of two systems that are right or wrong on each unit: d
 * is 1, 0 or -1 of 1.  p is that of a fair coin for those that one alone has
 * right: that as few are x's or y's, that as many are x's (greater), that as
 * few are (less); 1 where there is none.  NaN where d has any other value.
 *
 * Source: McNemar 1947; one-sided as in Dhingra et al. 2017, figure 2.
 */
struct test_result mcnemar_test(const struct tally *d, int n,
                                enum test_side side);

/*
 * Holm's correction: adjusted[i] <= a just where hypothesis i may be rejected
 * so that any wrong rejection among the n is no likelier than a.  A NaN is no
 * hypothesis and stays.  Returns how many there are.
 *
 * Source: Holm 1979.
 */
int holm(const double *p, int n, double *adjusted);

/* 95 % interval of the mean by Student's t; NaN when n < 2. */
void mean_interval(const double *x, int n, double *low, double *high);

#endif
