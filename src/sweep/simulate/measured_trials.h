/*
 * measured_trials.h - what the trials of a results folder took and came to.
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
 * a file or in the journal; the folder may be missing.  Their goal is that
 * metric.  One that ended before its last step, by itself or by a
 * scheduler, is taken to have gone on at the same pace.  Damaged files are left
 * out, and lines in `left_out` say so, as results_left_out() has them.
 */
int measured_trials_add(struct trial_model *p, const char *dir, int metric,
                        struct str *left_out, struct error *e);

/* The points of a history, whose last step lies at that share of a run.  The
 * best so far is that since it was cloned, at the evaluation behind a share; 0:
 * it began from nothing. */
void measured_trials_points(const struct trial_model *p,
                            const struct history *h, int metric, double share,
                            long steps, double born, struct sampled_trial *s);

#endif
