/*
 * tables.h - the learned rows of floats, in one block of memory, so that a
 * checkpoint can write them as one piece.
 *
 * Threads: those of one round of buckets (blocks.h) change different rows.
 */
#ifndef ENGINE_WORD_VECTORS_TABLES_H
#define ENGINE_WORD_VECTORS_TABLES_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/kernel/levels.h"
#include "engine/word_vectors/settings.h"

struct tables {
    int words, width;
    size_t stride; /* floats of a row: the width rounded up to a multiple of 16,
                      filled with zeros */
    size_t n;      /* number of floats in all */
    float *all;    /* owned */
    /* Pointers into it: rows of words as centres and as contexts, [words x
     * stride] each. */
    float *in, *out;
    /* GloVe's sums of squared gradients of these, its biases, and the sums of
     * theirs, [words] each.  NULL for skip-gram. */
    float *in_square, *out_square;
    float *in_bias, *out_bias, *in_bias_square, *out_bias_square;
};

/* Initial values as in each program: for skip-gram rows of U(-1/2, 1/2) / width
 * and rows of zeros; for GloVe such random rows in both tables, random biases,
 * and squares of 1. */
void tables_init(struct tables *t, int words, const struct vectors_settings *s);
void tables_release(struct tables *t);

/* Prefetch a row that will be changed soon, because the next row is seldom
 * near. */
INLINE void tables_fetch(const struct tables *t, const float *row)
{
    enum { LINE = 16 };

    for (size_t i = 0; i < t->stride; i += LINE)
        __builtin_prefetch(row + i, 1);
}

/* A word's vector [width]: for skip-gram its row as a centre, for GloVe the sum
 * of both. */
void tables_vector(const struct tables *t, int word, float *out);

#endif
