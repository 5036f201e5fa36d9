/*
 * same_trials.h - checks whether two experiments have the same trials.
 *
 * The names of trials also reveal changes that no text of the experiments
 * shows.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_EXPERIMENT_SAME_TRIALS_H
#define SWEEP_EXPERIMENT_SAME_TRIALS_H

#include "sweep/experiment/experiment.h"

/*
 * True if each number is the same trial in both, as far as both know them.  If
 * false, `difference` gets the first difference, as "trial 3: FIELD: was X, is
 * Y".  A trial that is an error in `is` is skipped; it is reported when it
 * runs.
 *
 * Linear: 200,000 trials take less than a second.
 */
bool experiment_same_trials(const struct experiment *was,
                            const struct experiment *is,
                            struct str *difference);

#endif
