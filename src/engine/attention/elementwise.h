/*
 * elementwise.h - functions of single numbers with their derivatives, for kinds
 * that compute M from them (Tay et al. 2019, table 9; ours: the identity, and
 * the positive part of tanh).
 */
#ifndef ENGINE_ATTENTION_ELEMENTWISE_H
#define ENGINE_ATTENTION_ELEMENTWISE_H

#include <stdbool.h>
#include <stddef.h>

/* Numbers that are processed at once: few enough for the first-level cache. */
#define ELEMENTS 1024

/* Apply to n <= ELEMENTS numbers; input and output may be one array. */
struct elementwise {
    void (*run)(size_t n, const float *x, float *f);
    /* The derivative, computed from f, or from x if `of_x`. */
    void (*slope)(size_t n, const float *v, float *d);
    bool of_x;
};

enum element { TANH, SIGMOID, ARCTAN, ALGEBRAIC, IDENTITY, POSITIVE };
extern const struct elementwise elementwise[]; /* indexed by enum element */

#endif
