/*
 * neighbours.h - the words of a file of vectors whose vectors point as that of
 * a word does: by the cosine of the angle between them.
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
    float *value; /* owned [words x width]; of length 1, but those of zeros */
    int room;     /* for so many words */
};

/* A file of word vectors (vector_rows.h), all of it; of a word's rows the
 * first counts. */
int word_vectors_read(struct word_vectors *v, const char *path,
                      struct error *e);
void word_vectors_release(struct word_vectors *v);

struct neighbour {
    int word;
    float cosine;
};

/* The n nearest but itself, the nearest first, of equals the one that comes
 * first in the file; returns how many there are. */
int neighbours_of(const struct word_vectors *v, int word, int n,
                  struct neighbour *out);

#endif
