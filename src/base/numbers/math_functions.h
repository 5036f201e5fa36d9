/*
 * math_functions.h - functions whose last digits differ between C libraries.
 *
 * Libraries agree on + - * /, square roots and fma(), which IEEE 754 defines to
 * the last bit, but not on log() or sin().  Code whose numbers enter a result
 * calls these functions instead (for arrays of floats: kernel/vector.h).  They
 * are made of those operations alone, in a fixed order, and so give the same
 * bits everywhere.
 *
 * Accuracy: some units of 2^-52 of the value.
 * Errors:   none; NaN gives NaN.
 */
#ifndef BASE_NUMBERS_MATH_FUNCTIONS_H
#define BASE_NUMBERS_MATH_FUNCTIONS_H

#include <stdint.h>

/* log x; -INFINITY at 0, NaN below. */
double natural_log(double x);

/* e^x; 0 and INFINITY beyond the range of a double. */
double exponential(double x);

/* The density of the normal distribution at x, and the probability below x. */
double normal_density(double x);
double normal_share(double x);

/* The inverse of normal_share(); INFINITY at 1, -INFINITY at 0. */
double normal_quantile(double share);

/* The logarithm of gamma(x), which is (x - 1)!  for integers x; x > 0.  The
 * error is some units of 2^-52 of the value, or 2^-46 if that is more. */
double log_gamma(double x);

/* x^n by repeated squaring; n >= 0.  The error is up to n units of 2^-53. */
double whole_power(double x, long n);

/* Cosine and sine of x; NaN for |x| > 2^30.  The error is up to 2^-76 where
 * they are nearly 0. */
void cosine_sine(double x, double *cosine, double *sine);

/* Cosine and sine of 2 pi w / 2^32. */
void turn_cosine_sine(uint32_t w, double *cosine, double *sine);

#endif
