/*
 * tables.h - what is learned: rows of floats, all in one stretch of memory, so
 * that a checkpoint is one piece.
 *
 * Threads: those of one round of buckets (blocks.h) change rows of their own.
 */
#ifndef ENGINE_WORD_VECTORS_TABLES_H
#define ENGINE_WORD_VECTORS_TABLES_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/kernel/levels.h"
#include "engine/word_vectors/settings.h"

struct tables {
    int words, width;
    size_t stride; /* floats of a row: the width, up to a multiple of 16, zeros
                      behind it */
    size_t n;      /* floats in all */
    float *all;    /* owned */
    /* In it: of a word as a centre and as a context, [words x stride] each. */
    float *in, *out;
    /* GloVe's sums of squared gradients of these; and biases and theirs,
     * [words] each.  NULL: skip-gram has none. */
    float *in_square, *out_square;
    float *in_bias, *out_bias, *in_bias_square, *out_bias_square;
};

/* As each program begins: skip-gram with rows of U(-1/2, 1/2) / width and of
 * zeros, GloVe with such rows all over, biases too, and squares of 1. */
void tables_init(struct tables *t, int words, const struct vectors_settings *s);
void tables_release(struct tables *t);

/* Have a row on its way that will be changed soon: the next is seldom near. */
INLINE void tables_fetch(const struct tables *t, const float *row)
{
    enum { LINE = 16 };

    for (size_t i = 0; i < t->stride; i += LINE)
        __builtin_prefetch(row + i, 1);
}

/* A word's vector [width]: skip-gram's row as a centre, GloVe's sum of both. */
void tables_vector(const struct tables *t, int word, float *out);

#endif
