/*
 * formula.h - metrics that are formulas of sums of n-grams, as BLEU is.
 *
 * The scorer and tests over units, which sum those of other units, have a
 * formula from here, by its metric's name: a result file says no more of it.
 *
 * To add one, which may have any number of lengths of n-grams: a row in
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

/* The formula of a metric, or NULL: there is none by this name. */
const struct formula *formula_find(const char *metric);

/* The metric over units, each as many times as units_sums() is told; NaN where
 * an answer is no number. */
double formula_value(const struct formula *f, const struct units *u, int metric,
                     const uint32_t *times);

#endif
