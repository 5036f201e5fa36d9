/*
 * settings.h - how word vectors are learned, whatever the corpus.
 *
 * The usual ones are those of the programs that were published: word2vec
 * (skip-gram with negative sampling) and GloVe.
 */
#ifndef ENGINE_WORD_VECTORS_SETTINGS_H
#define ENGINE_WORD_VECTORS_SETTINGS_H

#include <stdint.h>

#include "base/core/str.h"

enum vectors_method { VECTORS_SKIPGRAM, VECTORS_GLOVE };
extern const char *const vectors_method_names[]; /* NULL behind the last */

struct vectors_settings {
    enum vectors_method method;
    int width, window, passes;
    long min_count;
    double rate;   /* at first: skip-gram's falls, GloVe's is AdaGrad's */
    int negatives; /* skip-gram: a pair */
    double sample; /* skip-gram: a word of a larger share of the text is left
                      out at random; 0: none is */
    double x_max;  /* GloVe: counts from here on weigh 1 */
    uint64_t seed;
};

/* What is usual whatever the method; 0 of width, window, passes and rate, which
 * vectors_settings_fill() turns into what is usual for the one that is set. */
#define VECTORS_SETTINGS                                              \
    {                                                                 \
        .min_count = 5, .negatives = 5, .sample = 1e-3, .x_max = 100, \
        .seed = 1                                                     \
    }
void vectors_settings_fill(struct vectors_settings *s);

/* What the method reads of them, on one line, appended: "skip-gram: width 100,
 * window 5, ...". */
void vectors_settings_say(const struct vectors_settings *s, struct str *out);

#endif
