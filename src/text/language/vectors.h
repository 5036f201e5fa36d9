/*
 * vectors.h - read word vectors in GloVe's text format for a vocabulary.
 *
 * Rows (vector_rows.h) of words outside the vocabulary are counted and not
 * parsed; of several rows of a word the first is used.
 *
 * A word without a row, and every special token, gets a random vector that is a
 * pure function of the word, so it is the same in every run and data set:
 *
 *   hashed  one of 100, chosen by the word's hash (Parikh et al. 2016); the
 *           special tokens have vectors of their own
 *   own     one for each word
 *   shared  one for all; the special tokens have vectors of their own
 *   zero    zeros
 *
 * Which rows belong to a word:
 *
 *   exact   those of the word as it is
 *   any     if the file has none of the word as it is, those of it in lower
 *           case, else Capitalised, else in CAPITALS
 *
 * Threads: pure functions of the files.
 */
#ifndef TEXT_LANGUAGE_VECTORS_H
#define TEXT_LANGUAGE_VECTORS_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/numbers/digest.h"
#include "text/language/vocabulary.h"

enum unknown_vectors {
    UNKNOWN_HASHED,
    UNKNOWN_OWN,
    UNKNOWN_SHARED,
    UNKNOWN_ZERO
};
extern const char *const unknown_vector_names[]; /* NULL-terminated */

enum vector_spelling { SPELLING_EXACT, SPELLING_ANY };
extern const char *const vector_spelling_names[]; /* NULL-terminated */

struct vectors {
    int width;
    float *value; /* owned; [vocabulary x width] */
    bool *found;  /* owned; [vocabulary]: the file has a row */
    struct digest digest;
};

/* Read the file's vectors for the words of v.  unit: scale every vector, random
 * ones too, to length 1; otherwise a random one is normal with deviation 1. */
int vectors_read(struct vectors *x, const char *path,
                 const struct vocabulary *v, enum unknown_vectors unknown,
                 enum vector_spelling spelling, bool unit, struct error *e);
void vectors_release(struct vectors *x);

/* Scale to length 1; zeros have no direction and stay zero. */
void vector_to_unit(float *x, int width);

#endif
