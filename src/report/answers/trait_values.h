/*
 * trait_values.h - sums over a trial's units, by the values of a trait
 * (data/units.h).
 *
 * Threads: one at a time.
 */
#ifndef REPORT_ANSWERS_TRAIT_VALUES_H
#define REPORT_ANSWERS_TRAIT_VALUES_H

#include "engine/data/units.h"

/* Values from..to; for words a single value. */
struct bin {
    int32_t from, to;
};

/* Sums over units.  For a metric that is a formula of n-grams, the tally counts
 * the units that have them; its sum is NaN if the answer to one of the units is
 * not a number. */
struct trait_sum {
    int units; /* those that count in any metric */
    struct tally tally[MAX_METRICS];
    int orders[MAX_METRICS]; /* as in struct units */
    struct ngram_sums ngrams[MAX_METRICS][MAX_ORDERS];
};

/* The sums of one trial for each value that its units have. */
struct trait_values {
    int n; /* 0 if the trial has not finished */
    int metrics;
    int orders[MAX_METRICS];   /* as in struct units */
    int32_t *value;            /* owned [n], ascending */
    int *units;                /* owned [n]: as in struct trait_sum */
    struct tally *tally;       /* owned [n x metrics]: as in struct trait_sum */
    struct ngram_sums *ngrams; /* owned [n x all orders] */
};

/* Add up the units into v, which is zeroed. */
void trait_values_take(struct trait_values *v, const struct units *u,
                       const struct trait *t);
void trait_values_release(struct trait_values *v);

/* Return the sums over the values in a bin. */
struct trait_sum trait_values_sum(const struct trait_values *v, struct bin bin);

/* Return the metric of this name in per cent; NaN if no unit counts. */
double trait_sum_metric(const struct trait_sum *sum, const char *name,
                        int metric);

#endif
