/*
 * elementwise.h - functions of single numbers, with their derivatives, for
 * kinds that make M of them (Tay et al. 2019, table 9; ours: the identity, and
 * the positive part of tanh).
 */
#ifndef ATTENTION_ELEMENTWISE_H
#define ATTENTION_ELEMENTWISE_H

#include <stddef.h>

/* As many as are worked on at once: they stay in the nearest cache. */
#define ELEMENTS 1024

/* f = function(x) and d = its derivative, n <= ELEMENTS; d NULL: not wanted. */
typedef void elementwise_function(size_t n, const float *x, float *f, float *d);

enum elementwise { TANH, SIGMOID, ARCTAN, ALGEBRAIC, IDENTITY, POSITIVE };
extern elementwise_function *const elementwise[];

#endif
