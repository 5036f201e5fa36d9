/*
 * bleu.h - corpus BLEU (Papineni et al. 2002) as sacreBLEU computes it (Post
 * 2018).
 *
 * From translations and one reference each, as texts: 1- to 4-grams of all
 * lines, a brevity penalty, `exp` smoothing for an n without any right n-gram,
 * effective order off.
 *
 *   13a    tokens as of mteval-v13a.pl, WMT's script
 *   none   the texts are already tokenised: split at white space
 *   char   every character except white space
 *
 * Equal to sacreBLEU 2.6.0 except for the last digits; letters are lowered as
 * language/python.h does.
 *
 * Threads: a struct bleu belongs to one thread.
 */
#ifndef ENGINE_METRIC_BLEU_H
#define ENGINE_METRIC_BLEU_H

#include <stdbool.h>

#include "engine/metric/ngrams.h"

/* The version that these scores were compared with. */
#define SACREBLEU "2.6.0"

enum bleu_tokens { BLEU_13A, BLEU_NONE, BLEU_CHAR };
extern const char *const bleu_tokens_names[]; /* ends with NULL */

#define BLEU_ORDERS 4

struct bleu {
    enum bleu_tokens tokens;
    bool lower;
    struct vocabulary words; /* this and the rest are scratch, owned */
    struct sequence said, right;
    struct ngrams ngrams;
    struct str text, next;
};
void bleu_init(struct bleu *b, enum bleu_tokens tokens, bool lower);
void bleu_release(struct bleu *b);

/* Add a translation and its reference, valid UTF-8 without NUL and line end, to
 * sums. */
void bleu_add(struct bleu *b, const char *said, size_t said_len,
              const char *right, size_t right_len,
              struct ngram_sums sum[BLEU_ORDERS]);

/* The formula: BLEU of all added translations, 0 to 100. */
double bleu_score(const struct ngram_sums *sum, int orders);

/* Append "nrefs:1|case:mixed|..." */
void bleu_signature(const struct bleu *b, struct str *out);

#endif
