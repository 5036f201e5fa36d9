/*
 * trait_values.h - what a trial's units add up to, by the values of a trait
 * (data/units.h).
 *
 * Threads: one at a time.
 */
#ifndef REPORT_ANSWERS_TRAIT_VALUES_H
#define REPORT_ANSWERS_TRAIT_VALUES_H

#include "engine/data/units.h"

/* Values from..to; of words, one. */
struct bin {
    int32_t from, to;
};

/* What units add up to.  Of a metric that is a formula the tally counts the
 * units, if their n-grams are kept; its sum is NaN where one's answer is no
 * number. */
struct trait_sum {
    int units; /* that count for any metric */
    struct tally tally[MAX_METRICS];
    int orders[MAX_METRICS]; /* as in struct units */
    struct ngram_sums ngrams[MAX_METRICS][MAX_ORDERS];
};

/* A trial's, of each value that its units have. */
struct trait_values {
    int n; /* 0: not finished */
    int metrics;
    int orders[MAX_METRICS];   /* as in struct units */
    int32_t *value;            /* owned [n], rising */
    int *units;                /* owned [n]: as in struct trait_sum */
    struct tally *tally;       /* owned [n x metrics]: likewise */
    struct ngram_sums *ngrams; /* owned [n x all orders] */
};

/* Add up the units; v is zeroed. */
void trait_values_take(struct trait_values *v, const struct units *u,
                       const struct trait *t);
void trait_values_release(struct trait_values *v);

/* The sums of the values in a bin. */
struct trait_sum trait_values_sum(const struct trait_values *v, struct bin bin);

/* The metric of a name, in per cent; NaN where nothing counts. */
double trait_sum_metric(const struct trait_sum *sum, const char *name,
                        int metric);

#endif
