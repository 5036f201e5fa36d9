/*
 * skipgram_step.h - the innermost loop of skip-gram with negative sampling.
 *
 * For a pair with centre c and context o, and words n_1 ... n_k drawn for it:
 * with v the row of c as a centre and u the others' rows as contexts,
 *
 *     g_o = rate (1 - s(v u_o)),  g_n = rate (0 - s(v u_n)),
 *     v += g_o u_o + sum g_n u_n,  u += g v,   s(x) = 1 / (1 + e^-x)
 *
 * Every right side uses the values from before the pair, except that a word
 * which was drawn twice gets both updates.  A drawn word that is the context
 * itself changes nothing.
 *
 * The same bits at every SIMD level.
 * Source: Mikolov et al. 2013, equation (4).
 */
#ifndef ENGINE_WORD_VECTORS_SKIPGRAM_STEP_H
#define ENGINE_WORD_VECTORS_SKIPGRAM_STEP_H

#include "engine/word_vectors/bucket_pairs.h"
#include "engine/word_vectors/tables.h"

enum { NEGATIVES_MOST = 63 };

/* Apply n pairs in order; negative [n x negatives]. */
void skipgram_steps(const struct tables *t, size_t n,
                    const struct vector_pair *pair, const int32_t *negative,
                    int negatives, float rate);

#endif
