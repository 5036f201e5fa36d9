/*
 * same_trials.h - have two experiments the same trials?
 *
 * Of a change between them that no text shows the trials' names still tell.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_EXPERIMENT_SAME_TRIALS_H
#define SWEEP_EXPERIMENT_SAME_TRIALS_H

#include "sweep/experiment/experiment.h"

/*
 * Has each number the same trial in both, as far as both know them?  False:
 * `difference` gets the first that is another, as "trial 3: FIELD: was X, is
 * Y".  A trial that `is` cannot have is left to whoever is to run it.
 *
 * Linear: 200,000 trials take less than a second.
 */
bool experiment_same_trials(const struct experiment *was,
                            const struct experiment *is,
                            struct str *difference);

#endif
