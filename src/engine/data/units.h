/*
 * units.h - the units that a metric is a mean over.
 *
 * A unit is what a test set is a sample of: an example, or a question with its
 * candidates.  It contributes to each metric a sum over `of` things: its
 * average precision (of 1), its right candidates (of all its candidates), or
 * nothing (of 0) if it does not count.  A metric that is a mean is 100 times
 * the total of `sum` divided by the total of `of`, in per cent; so two models
 * can be compared unit by unit.
 *
 * A metric of a whole corpus, such as BLEU, is no mean but a formula of sums
 * (metric/formula.h).  For it a unit contributes to the sums of n-grams of each
 * length, and adds nothing of 0 to the mean.
 *
 * Traits describe a unit independently of the answers: the length of a text,
 * the type of a question.  Metrics can be split by them.
 *
 * Threads: read-only once filled.
 */
#ifndef ENGINE_DATA_UNITS_H
#define ENGINE_DATA_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The splits, in the order in which they are stored and reported; NONE: not
 * stated. */
enum split { SPLIT_NONE = -1, SPLIT_TRAIN, SPLIT_VALID, SPLIT_TEST, SPLITS };
extern const char *const split_names[]; /* "train", "valid", "test"; NULL */

#define MAX_METRICS 8 /* metrics of a task */

struct tally {
    double sum, of;
};

/* How many n-grams of one length an answer has, the reference has, and both
 * share. */
struct ngram_sums {
    long said, right, shared;
};
#define NGRAM_NUMBERS 3 /* said, right, shared, in that order */
#define MAX_ORDERS 8    /* lengths of n-grams that a metric may use */

#define MAX_TRAITS 8
struct trait {
    char name[24];  /* "document", "type" */
    char *words;    /* owned: names of the values 0, 1 ..., "what how who";
                       NULL: the values are numbers, 0 or more */
    int32_t *value; /* owned [n] */
};

struct units {
    char name[24]; /* what a unit is: "question" */
    int n, metrics, traits, room;
    struct tally *tally;     /* owned [n x metrics] */
    struct trait *trait;     /* owned [traits] */
    int orders[MAX_METRICS]; /* number of n-gram lengths of a metric that is a
                                formula of them; 0: it is a mean */
    int32_t *ngrams;         /* owned [all orders x NGRAM_NUMBERS x n], see
                                units_ngrams(); NULL: none */
};

/* Initialise n units that contribute nothing yet. */
void units_init(struct units *u, const char *name, int n, int metrics);
void units_release(struct units *u);

/* Declare which metrics are formulas, orders[metrics] as in struct units; all
 * n-gram sums are 0. */
void units_add_ngrams(struct units *u, const int *orders);

/* The total of orders[], as in struct units, over the metrics before this one;
 * with `metrics` the total of all. */
int units_orders(const int *orders, int metric);

/* Add a trait without words and values; borrowed until the next one is
 * added. */
struct trait *units_new_trait(struct units *u, const char *name);

/* Add a trait and return its values, all 0, to be filled in. words as in struct
 * trait, copied. */
int32_t *units_add_trait(struct units *u, const char *name, const char *words);

/* The trait with this name, or NULL. */
const struct trait *units_trait(const struct units *u, const char *name);

/* The contribution of unit i to a metric. */
static inline struct tally *units_at(const struct units *u, int i, int metric)
{
    return &u->tally[(size_t)i * (size_t)u->metrics + (size_t)metric];
}

/* The contribution of each unit [n] to one of the numbers of a metric that is a
 * formula: said, right, shared for n-grams of length 1, then of length 2, and
 * so on.  Below 0: the unit's answer is not a number. */
int32_t *units_ngrams(const struct units *u, int metric, int number);

/* Set the contribution of unit i, [orders], to a metric. */
void units_put_ngrams(struct units *u, int i, int metric,
                      const struct ngram_sums *one);

/* Get the contribution of unit i; false if its answer is not a number. */
bool units_get_ngrams(const struct units *u, int i, int metric,
                      struct ngram_sums *one);

/* The sums of a metric [orders] over units, each counted times[n] times, or
 * once if times is NULL.  False if an answer is not a number. */
bool units_sums(const struct units *u, int metric, const uint32_t *times,
                struct ngram_sums *sum);

/* Mark unit i as having no numeric answer: every metric that it counts for
 * becomes NaN. */
void units_spoil(struct units *u, int i);

/* A metric in per cent; NaN if no unit counts, or an answer is NaN. */
double units_mean(const struct units *u, int metric);

#endif
