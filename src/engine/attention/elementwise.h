/*
 * elementwise.h - functions of single numbers, with their derivatives, for
 * kinds that make M of them (Tay et al. 2019, table 9; ours: the identity, and
 * the positive part of tanh).
 */
#ifndef ENGINE_ATTENTION_ELEMENTWISE_H
#define ENGINE_ATTENTION_ELEMENTWISE_H

#include <stdbool.h>
#include <stddef.h>

/* As many as are worked on at once: they stay in the nearest cache. */
#define ELEMENTS 1024

/* Of n <= ELEMENTS numbers; input and output may be one array. */
struct elementwise {
    void (*run)(size_t n, const float *x, float *f);
    /* The derivative, from f; from x when `of_x`. */
    void (*slope)(size_t n, const float *v, float *d);
    bool of_x;
};

enum element { TANH, SIGMOID, ARCTAN, ALGEBRAIC, IDENTITY, POSITIVE };
extern const struct elementwise elementwise[]; /* of enum element */

#endif
