/*
 * neighbours.h - the words of a vectors file whose vectors have nearly the
 * direction of a given word's, by the cosine of the angle.
 *
 * Threads: read-only once read.
 */
#ifndef ENGINE_WORD_VECTORS_NEIGHBOURS_H
#define ENGINE_WORD_VECTORS_NEIGHBOURS_H

#include "base/core/error.h"
#include "text/language/vocabulary.h"

struct word_vectors {
    struct vocabulary words;
    int width;
    float *value; /* owned [words x width]; rows have length 1, except rows of
                     zeros */
    int room;     /* capacity in words */
};

/* Read a whole file of word vectors (vector_rows.h).  If a word has several
 * rows, the first one counts. */
int word_vectors_read(struct word_vectors *v, const char *path,
                      struct error *e);
void word_vectors_release(struct word_vectors *v);

struct neighbour {
    int word;
    float cosine;
};

/* The n nearest words without the word itself, nearest first; equally near
 * words in the order of the file.  Returns how many there are. */
int neighbours_of(const struct word_vectors *v, int word, int n,
                  struct neighbour *out);

#endif
