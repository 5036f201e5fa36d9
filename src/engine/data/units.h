/*
 * units.h - what metrics are means over, unit by unit.
 *
 * A unit is what a test set is a sample of: a question with its candidates, an
 * example.  It adds to each metric a sum of `of` things: its average precision
 * (of 1), its right candidates (of all it has), nothing (of 0) where it does
 * not count.  So a metric that is a mean is 100 times the sums of all units
 * over all they are of, in per cent, and two models can be compared unit by
 * unit.
 *
 * A metric of a corpus, as BLEU is, is no mean: it is a formula of sums
 * (metric/formula.h).  There a unit adds to the sums of n-grams of each length,
 * and nothing of 0 to the mean.
 *
 * Traits say what a unit is like, whatever the answers: the length of a text,
 * the type of a question.  Metrics can be looked at by them.
 *
 * Threads: read-only once filled.
 */
#ifndef ENGINE_DATA_UNITS_H
#define ENGINE_DATA_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which split, in the order they are kept and reported; NONE: not said. */
enum split { SPLIT_NONE = -1, SPLIT_TRAIN, SPLIT_VALID, SPLIT_TEST, SPLITS };
extern const char *const split_names[]; /* "train", "valid", "test"; NULL */

#define MAX_METRICS 8 /* of a task */

struct tally {
    double sum, of;
};

/* How many n-grams of one length an answer has, what is right has, and both
 * share. */
struct ngram_sums {
    long said, right, shared;
};
#define NGRAM_NUMBERS 3 /* in that order */
#define MAX_ORDERS 8    /* lengths of n-grams, of a metric */

#define MAX_TRAITS 8
struct trait {
    char name[24];  /* "document", "type" */
    char *words;    /* owned: what the values 0, 1 ... are called, "what how
                       who"; NULL: they are numbers, not below 0 */
    int32_t *value; /* owned [n] */
};

struct units {
    char name[24]; /* what one is: "question" */
    int n, metrics, traits, room;
    struct tally *tally;     /* owned [n x metrics] */
    struct trait *trait;     /* owned [traits] */
    int orders[MAX_METRICS]; /* lengths of n-grams that a metric takes which is
                                a formula of them; 0: it is a mean */
    int32_t *ngrams;         /* owned [all orders x NGRAM_NUMBERS x n], see
                                units_ngrams(); NULL: none */
};

/* n units that count for nothing yet. */
void units_init(struct units *u, const char *name, int n, int metrics);
void units_release(struct units *u);

/* Metrics that are formulas, orders[metrics] as in struct units; no unit has an
 * n-gram yet. */
void units_add_ngrams(struct units *u, const int *orders);

/* The orders [metrics], as in struct units, of all metrics before this one;
 * with `metrics` those of all. */
int units_orders(const int *orders, int metric);

/* Another trait, without words and values yet; borrowed until the next. */
struct trait *units_new_trait(struct units *u, const char *name);

/* Another trait, all 0 yet; its values, to be filled in.  words as in struct
 * trait, copied. */
int32_t *units_add_trait(struct units *u, const char *name, const char *words);

/* The trait of a name, or NULL. */
const struct trait *units_trait(const struct units *u, const char *name);

/* What unit i adds to a metric. */
static inline struct tally *units_at(const struct units *u, int i, int metric)
{
    return &u->tally[(size_t)i * (size_t)u->metrics + (size_t)metric];
}

/* What each unit [n] adds to one of the numbers of a metric that is a formula:
 * of n-grams of length 1 said, right, shared, then of length 2; below 0: the
 * unit's answer is no number. */
int32_t *units_ngrams(const struct units *u, int metric, int number);

/* Unit i adds these [orders] to a metric. */
void units_put_ngrams(struct units *u, int i, int metric,
                      const struct ngram_sums *one);

/* What it adds; false: its answer is no number. */
bool units_get_ngrams(const struct units *u, int i, int metric,
                      struct ngram_sums *one);

/* The sums of a metric [orders] over units, each as many times as times [n]
 * says; NULL: once.  False: some answer is no number. */
bool units_sums(const struct units *u, int metric, const uint32_t *times,
                struct ngram_sums *sum);

/* Unit i has no answer that is a number: nor is any metric it counts for. */
void units_spoil(struct units *u, int i);

/* A metric in per cent; NaN where no unit counts, or an answer is NaN. */
double units_mean(const struct units *u, int metric);

#endif
