/*
 * math_functions.h - the functions that a C library gives in its own last
 * digits.
 *
 * Libraries agree on + - * /, square roots and fma(), which IEEE 754 defines
 * to the last bit, but not on log() or sin(): what enters a result calls these
 * instead (floats by the array: kernel/vector.h).  They are made of those
 * operations alone, in a fixed order, and so give the same bits everywhere.
 *
 * Accuracy: some units of 2^-52 of the value.
 * Errors:   none; NaN gives NaN.
 */
#ifndef BASE_NUMBERS_MATH_FUNCTIONS_H
#define BASE_NUMBERS_MATH_FUNCTIONS_H

#include <stdint.h>

/* log x; -INFINITY at 0, NaN below. */
double natural_log(double x);

/* e^x; 0 and INFINITY beyond what a double holds. */
double exponential(double x);

/* The density of the normal distribution at x, and its share below x. */
double normal_density(double x);
double normal_share(double x);

/* Where the share below is `share`; INFINITY at 1, its negative at 0. */
double normal_quantile(double share);

/* The logarithm of gamma(x), which is (x - 1)! of whole x; x > 0.  Off by some
 * units of 2^-52 of it, or by 2^-46 where that is more. */
double log_gamma(double x);

/* x^n by repeated squaring: off by up to n units of 2^-53; n >= 0. */
double whole_power(double x, long n);

/* Cosine and sine of x; NaN for |x| > 2^30.  Off by up to 2^-76 where they are
 * nearly 0. */
void cosine_sine(double x, double *cosine, double *sine);

/* Cosine and sine of 2 pi w / 2^32. */
void turn_cosine_sine(uint32_t w, double *cosine, double *sine);

#endif
