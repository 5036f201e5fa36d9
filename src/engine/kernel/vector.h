/*
 * vector.h - elementwise mathematics on float arrays, vectorised.
 *
 * Inputs and outputs may be one array.  Accuracy: about 2 ulp, except that e^x
 * and sigmoids are 0 where e^x < 2^-63 (exp.h says why); NaN stays NaN.  All
 * SIMD levels give the same bits: the same fused operations in the same order;
 * the order of a sum depends on n alone.
 */
#ifndef ENGINE_KERNEL_VECTOR_H
#define ENGINE_KERNEL_VECTOR_H

#include <stddef.h>

void vector_exp(size_t n, const float *x, float *y);
void vector_tanh(size_t n, const float *x, float *y);
void vector_sigmoid(size_t n, const float *x, float *y); /* 1/(1+e^-x) */
void vector_atan(size_t n, const float *x, float *y);
/* elu(x) + 1: x + 1 above 0, else e^x. */
void vector_elu_plus(size_t n, const float *x, float *y);

void vector_add(size_t n, const float *x, float *y);           /* y += x */
void vector_axpy(size_t n, float a, const float *x, float *y); /* y += a x */
/* y += a (x - y) */
void vector_approach(size_t n, float a, const float *x, float *y);
void vector_scale(size_t n, float a, const float *x, float *y); /* y = a x */
void vector_mul(size_t n, const float *x, const float *z, float *y); /* y=xz */
void vector_muladd(size_t n, const float *x, const float *z, float *y);
/* y = x + z */
void vector_plus(size_t n, const float *x, const float *z, float *y);
/* y = c + x z */
void vector_mul_plus(size_t n, const float *x, const float *z, const float *c,
                     float *y);
/* y = a (x z) */
void vector_scaled_mul(size_t n, float a, const float *x, const float *z,
                       float *y);
void vector_minus(size_t n, const float *x, const float *z, float *y); /* x-z */
/* y = g x + (1 - g) z, and for its backward pass: y (+)= x (a - b) and y (+)= x
 * (1 - g). */
void vector_mix(size_t n, const float *g, const float *x, const float *z,
                float *y);
void vector_mul_minus(size_t n, const float *x, const float *a, const float *b,
                      float *y);
void vector_muladd_minus(size_t n, const float *x, const float *a,
                         const float *b, float *y);
void vector_mul_rest(size_t n, const float *x, const float *g, float *y);
void vector_muladd_rest(size_t n, const float *x, const float *g, float *y);
/* Derivatives, from the functions' values x: 1 - x^2 and x (1 - x). */
void vector_tanh_slope(size_t n, const float *x, float *y);
void vector_sigmoid_slope(size_t n, const float *x, float *y);
void vector_relu(size_t n, const float *x, float *y); /* y = max(0, x) */
/* Keep y where x > 0, set it to 0 elsewhere; x is the output of
 * vector_relu(). */
void vector_relu_back(size_t n, const float *x, float *y);

/* Sums in an order that depends on n alone (16 lanes, then a tree). */
float vector_sum(size_t n, const float *x);
float vector_dot(size_t n, const float *x, const float *y);
void vector_center(size_t n, const float *x,
                   float *y);               /* y = x less its mean */
float vector_max(size_t n, const float *x); /* NaN if any element is; n >= 1 */
/* Sum of squares in double, element by element in 8 lanes: x[i] is added to
 * lane (at + i) % 8, so runs of 0 may be skipped. vector_squares() returns the
 * sum of the lanes. */
void vector_add_squares(size_t n, size_t at, const float *x, double lane[8]);
double vector_squares(const double lane[8]);

/* y = softmax(x), n >= 1. vector_softmax_log() also returns log sum exp x;
 * vector_log_sum_exp() returns only that, given `top`, the maximum of x. */
void vector_softmax(size_t n, const float *x, float *y);
float vector_softmax_log(size_t n, const float *x, float *y);
float vector_log_sum_exp(size_t n, const float *x, float top);

#endif
