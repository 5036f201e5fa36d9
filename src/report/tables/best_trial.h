/*
 * best_trial.h - the trial of a folder that is used if none is named.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_BEST_TRIAL_H
#define REPORT_TABLES_BEST_TRIAL_H

#include "sweep/results/results.h"

/* Return the finished trial with the best value of the sweep's goal.  Error:
 * NULL if no trial has finished. */
const struct results_row *best_trial(const struct experiment *x,
                                     const struct results *s, struct error *e);

/* The same; if there are several trials, print on standard error which one it
 * is. */
const struct results_row *best_trial_named(const struct experiment *x,
                                           const struct results *s,
                                           struct error *e);

#endif
