/*
 * ngrams.h - counts the n-grams that two sequences share, as BLEU and chrF
 * need.
 *
 * An n-gram that occurs a times in one sequence and b times in the other is
 * shared min(a, b) times.
 *
 * Threads: a struct ngrams, which is scratch, belongs to one thread.
 */
#ifndef ENGINE_METRIC_NGRAMS_H
#define ENGINE_METRIC_NGRAMS_H

#include "base/core/str.h"
#include "engine/data/units.h"
#include "text/language/pair_index.h"
#include "text/language/vocabulary.h"

/* A sequence of numbers; a zeroed one is empty. */
struct sequence {
    int32_t *at; /* owned */
    int n, room;
};
void sequence_add(struct sequence *s, int32_t number);

/* Append the numbers of a text's words, split at Python's white space; new
 * words get the next number. */
void sequence_words(struct sequence *s, struct vocabulary *v,
                    const struct str *text);

struct ngrams {
    struct pair_index index;  /* maps an n-gram, given as its prefix and its
                                 last element */
    struct sequence begun[2]; /* number of the n-gram of length n - 1 at each
                                 place */
    long (*count)[2];         /* owned [room]: counts of each n-gram */
    int room;
};
void ngrams_release(struct ngrams *g);

/* Add the n-grams of a pair of sequences, n = 1 to orders, to sum[n - 1]. */
void ngrams_add(struct ngrams *g, const struct sequence *said,
                const struct sequence *right, int orders,
                struct ngram_sums *sum);

#endif
