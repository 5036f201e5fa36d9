/*
 * formula.h - metrics that are formulas of sums of n-grams, as BLEU is.
 *
 * The scorer, and significance tests that resample units, find a formula here
 * by its metric's name; a result file stores only the name.
 *
 * To add one, which may have any number of lengths of n-grams: add a row in
 * formula.c; the task's tally() gives each unit its n-grams (data/units.h).
 *
 * Threads: pure functions.
 */
#ifndef ENGINE_METRIC_FORMULA_H
#define ENGINE_METRIC_FORMULA_H

#include "engine/data/units.h"

struct formula {
    const char *metric;
    double (*of)(const struct ngram_sums *sum, int orders); /* in per cent */
};

/* The formula of the metric with this name, or NULL. */
const struct formula *formula_find(const char *metric);

/* The metric over units, each counted times[n] times as by units_sums(); NaN if
 * an answer is not a number. */
double formula_value(const struct formula *f, const struct units *u, int metric,
                     const uint32_t *times);

#endif
