/*
 * words.h - a vocabulary as a model sees it: numbers, texts, word vectors.
 *
 * Parts of examples share one or have one each.
 *
 * Threads: read-only once made.
 */
#ifndef DATA_WORDS_H
#define DATA_WORDS_H

struct words {
    int n;          /* token numbers are below this, TOKEN_FIRST included */
    char **text;    /* owned [n], each too; NULL where nobody asks */
    float *vectors; /* owned [n x width] fixed vectors, or NULL */
    int width;
    double words_found;  /* share of distinct words with a vector */
    double tokens_found; /* share of running tokens */
};

void words_release(struct words *w);

#endif
