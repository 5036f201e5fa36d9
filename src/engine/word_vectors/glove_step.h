/*
 * glove_step.h - the innermost loop of GloVe.
 *
 * For a count x of centre i and context j, with rows w, u and biases b, c:
 *
 *     d = w u + b + c - log x,    h = rate f(x) d,
 *     w -= (h u) / sqrt(G_w),  G_w += (h u)^2, the same for u, b and c
 *
 * Every right side uses the values from before the update, element by element.
 * h u is clipped to +-100 times the rate.
 *
 * The same bits at every SIMD level.
 * Source: Pennington et al. 2014, equations (8) and (9); the program glove.
 */
#ifndef ENGINE_WORD_VECTORS_GLOVE_STEP_H
#define ENGINE_WORD_VECTORS_GLOVE_STEP_H

#include "engine/word_vectors/cooccurrences.h"
#include "engine/word_vectors/tables.h"

/* Apply n counts in order. */
void glove_steps(const struct tables *t, size_t n, const struct cooccurrence *x,
                 float rate);

#endif
