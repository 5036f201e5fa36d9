/*
 * ngrams.h - how many n-grams two sequences share, as BLEU and chrF count them.
 *
 * An n-gram that stands in one sequence a times and in the other b times is
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

/* A sequence of numbers: a zeroed one is empty. */
struct sequence {
    int32_t *at; /* owned */
    int n, room;
};
void sequence_add(struct sequence *s, int32_t number);

/* The numbers of a text's words, which stand between white space as Python has
 * it; new ones get the next. */
void sequence_words(struct sequence *s, struct vocabulary *v,
                    const struct str *text);

struct ngrams {
    struct pair_index index;  /* an n-gram: its beginning, its last */
    struct sequence begun[2]; /* where each of length n - 1 begins */
    long (*count)[2];         /* owned [room]: of each n-gram */
    int room;
};
void ngrams_release(struct ngrams *g);

/* Add the n-grams of a pair of sequences, n = 1 to orders, to sum[n - 1]. */
void ngrams_add(struct ngrams *g, const struct sequence *said,
                const struct sequence *right, int orders,
                struct ngram_sums *sum);

#endif
