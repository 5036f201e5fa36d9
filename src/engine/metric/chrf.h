/*
 * chrf.h - chrF (Popovic 2015) and chrF++ (Popovic 2017) as sacreBLEU has them.
 *
 * Of all lines the precision and the recall of 1- to 6-grams of characters,
 * without white space, and of 1- to `words`-grams of words (0: chrF, 2:
 * chrF++), averaged over the n that both sides have; and their F with beta 2.
 *
 * Equal to sacreBLEU 2.6.0's but for the last digits.
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
    struct vocabulary vocabulary; /* the rest is scratch, owned */
    struct sequence said, right;
    struct ngrams ngrams;
    struct str text[2], parted;
};
void chrf_init(struct chrf *c, int words, bool lower);
void chrf_release(struct chrf *c);

/* Lengths of n-grams: of characters, then of words. */
#define CHRF_ORDERS(words) (CHRF_CHARACTERS + (words))

/* Add a translation and its reference, valid UTF-8 without NUL and line's end,
 * to sums [CHRF_ORDERS(c->words)]. */
void chrf_add(struct chrf *c, const char *said, size_t said_len,
              const char *right, size_t right_len, struct ngram_sums *sum);

/* The formula: chrF of all that were added, 0 to 100. */
double chrf_score(const struct ngram_sums *sum, int orders);

/* Append "nrefs:1|case:mixed|..." */
void chrf_signature(const struct chrf *c, struct str *out);

#endif
