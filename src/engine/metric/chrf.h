/*
 * chrf.h - chrF (Popovic 2015) and chrF++ (Popovic 2017) as sacreBLEU computes
 * them.
 *
 * Precision and recall over all lines of 1- to 6-grams of characters, without
 * white space, and of 1- to `words`-grams of words (0: chrF, 2: chrF++),
 * averaged over the n for which both sides have n-grams; and their F-score with
 * beta 2.
 *
 * Equal to sacreBLEU 2.6.0 except for the last digits.
 *
 * Threads: a struct chrf belongs to one thread.
 */
#ifndef ENGINE_METRIC_CHRF_H
#define ENGINE_METRIC_CHRF_H

#include <stdbool.h>

#include "engine/metric/ngrams.h"

#define CHRF_CHARACTERS 6
#define CHRF_WORDS 2 /* at most */

struct chrf {
    int words;
    bool lower;
    struct vocabulary vocabulary; /* this and the rest are scratch, owned */
    struct sequence said, right;
    struct ngrams ngrams;
    struct str text[2], parted;
};
void chrf_init(struct chrf *c, int words, bool lower);
void chrf_release(struct chrf *c);

/* Number of n-gram lengths: of characters, then of words. */
#define CHRF_ORDERS(words) (CHRF_CHARACTERS + (words))

/* Add a translation and its reference, valid UTF-8 without NUL and line end, to
 * sums [CHRF_ORDERS(c->words)]. */
void chrf_add(struct chrf *c, const char *said, size_t said_len,
              const char *right, size_t right_len, struct ngram_sums *sum);

/* The formula: chrF of all added translations, 0 to 100. */
double chrf_score(const struct ngram_sums *sum, int orders);

/* Append "nrefs:1|case:mixed|..." */
void chrf_signature(const struct chrf *c, struct str *out);

#endif
