/*
 * settings.h - how word vectors are learned, independent of the corpus.
 *
 * The defaults are those of the published programs: word2vec (skip-gram with
 * negative sampling) and GloVe.
 */
#ifndef ENGINE_WORD_VECTORS_SETTINGS_H
#define ENGINE_WORD_VECTORS_SETTINGS_H

#include <stdint.h>

#include "base/core/str.h"

enum vectors_method { VECTORS_SKIPGRAM, VECTORS_GLOVE };
extern const char *const vectors_method_names[]; /* NULL-terminated */

struct vectors_settings {
    enum vectors_method method;
    int width, window, passes;
    long min_count;
    double rate;   /* initial rate; skip-gram's falls, GloVe's is used by
                      AdaGrad */
    int negatives; /* skip-gram: for each pair */
    double sample; /* skip-gram: words with a larger share of the text are left
                      out at random; 0: none is */
    double x_max;  /* GloVe: counts from here on have weight 1 */
    uint64_t seed;
};

/* The defaults of all methods. width, window, passes and rate are 0, which
 * vectors_settings_fill() replaces by the defaults of the method. */
#define VECTORS_SETTINGS                                              \
    {                                                                 \
        .min_count = 5, .negatives = 5, .sample = 1e-3, .x_max = 100, \
        .seed = 1                                                     \
    }
void vectors_settings_fill(struct vectors_settings *s);

/* Append the settings that the method uses, on one line: "skip-gram: width 100,
 * window 5, ...". */
void vectors_settings_say(const struct vectors_settings *s, struct str *out);

#endif
