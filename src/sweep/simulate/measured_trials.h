/*
 * measured_trials.h - seconds and scores of the trials of a results folder, as
 * samples for a simulation.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SIMULATE_MEASURED_TRIALS_H
#define SWEEP_SIMULATE_MEASURED_TRIALS_H

#include "base/core/error.h"
#include "base/core/str.h"
#include "engine/store/result.h"
#include "sweep/simulate/trial_model.h"

/*
 * Add a sample for each trial of the folder's experiment that has a result, in
 * a file or in the journal; the folder may be missing.  `metric` is the goal.
 * A trial that ended before its last step, by itself or by a scheduler, is
 * assumed to have gone on at the same pace.  Damaged files are left out, and
 * lines in `left_out` say so, as in results_left_out().
 */
int measured_trials_add(struct trial_model *p, const char *dir, int metric,
                        struct str *left_out, struct error *e);

/* Set the points of a history whose last step is at `share` of a run.  The best
 * so far is counted from the first evaluation at or after the share `born`, at
 * which the trial was cloned; 0: it began from nothing. */
void measured_trials_points(const struct trial_model *p,
                            const struct history *h, int metric, double share,
                            long steps, double born, struct sampled_trial *s);

#endif
