/*
 * progress.h - the line that shows the progress of a sweep.
 *
 * Threads: the coordinator's.
 */
#ifndef SWEEP_RUN_PROGRESS_H
#define SWEEP_RUN_PROGRESS_H

#include "sweep/coordinator/time_estimate.h"

/* Show the line; `goal` is "valid.map", `left` from time_estimate_left(). */
void progress_show(const struct study *s, const struct slot *slot, int slots,
                   const char *goal, double left);

#endif
