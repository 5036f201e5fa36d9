/*
 * bleu.h - corpus BLEU (Papineni et al. 2002) as sacreBLEU has it (Post 2018).
 *
 * Of translations and one reference each, as texts: 1- to 4-grams of all lines,
 * a brevity penalty, `exp` smoothing of an n whose n-grams are all wrong,
 * effective order off.
 *
 *   13a    tokens as of mteval-v13a.pl, WMT's script
 *   none   the texts are tokenised: by white space
 *   char   every character but white space
 *
 * Equal to sacreBLEU 2.6.0's but for the last digits; where letters are made
 * small, as language/python.h has it.
 *
 * Threads: a struct bleu belongs to one thread.
 */
#ifndef ENGINE_METRIC_BLEU_H
#define ENGINE_METRIC_BLEU_H

#include <stdbool.h>

#include "engine/metric/ngrams.h"

/* The version that scores here were compared with. */
#define SACREBLEU "2.6.0"

enum bleu_tokens { BLEU_13A, BLEU_NONE, BLEU_CHAR };
extern const char *const bleu_tokens_names[]; /* NULL behind the last */

#define BLEU_ORDERS 4

struct bleu {
    enum bleu_tokens tokens;
    bool lower;
    struct vocabulary words; /* the rest is scratch, owned */
    struct sequence said, right;
    struct ngrams ngrams;
    struct str text, next;
};
void bleu_init(struct bleu *b, enum bleu_tokens tokens, bool lower);
void bleu_release(struct bleu *b);

/* Add a translation and its reference, valid UTF-8 without NUL and line's end,
 * to sums. */
void bleu_add(struct bleu *b, const char *said, size_t said_len,
              const char *right, size_t right_len,
              struct ngram_sums sum[BLEU_ORDERS]);

/* The formula: BLEU of all that were added, 0 to 100. */
double bleu_score(const struct ngram_sums *sum, int orders);

/* Append "nrefs:1|case:mixed|..." */
void bleu_signature(const struct bleu *b, struct str *out);

#endif
