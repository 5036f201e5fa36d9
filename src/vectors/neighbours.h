/*
 * neighbours.h - the words of a file of vectors whose vectors point as that of
 * a word does: by the cosine of the angle between them.
 *
 * The file is read twice, so it is no pipe.
 *
 * Threads: read-only once read.
 */
#ifndef VECTORS_NEIGHBOURS_H
#define VECTORS_NEIGHBOURS_H

#include "text/vectors.h"

struct word_vectors {
    struct vocabulary words;
    struct vectors vectors; /* of length 1, but those of zeros */
};

/* A file of word vectors (text/vectors.h), all of it. */
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
