/*
 * best_trial.h - which trial of a folder is meant where none is named.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_BEST_TRIAL_H
#define REPORT_TABLES_BEST_TRIAL_H

#include "sweep/results/results.h"

/* The finished trial with the best value of the sweep's goal; NULL and an
 * error: there is none. */
const struct results_row *best_trial(const struct experiment *x,
                                     const struct results *s, struct error *e);

/* The same, which standard error names where there are several trials. */
const struct results_row *best_trial_named(const struct experiment *x,
                                           const struct results *s,
                                           struct error *e);

#endif
