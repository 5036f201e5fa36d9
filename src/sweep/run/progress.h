/*
 * progress.h - the line that says how far a sweep is.
 *
 * Threads: the coordinator's.
 */
#ifndef SWEEP_RUN_PROGRESS_H
#define SWEEP_RUN_PROGRESS_H

#include "sweep/run/work.h"

/* Show the line; `goal` is "valid.map", `left` from work_left(). */
void progress_show(const struct study *s, const struct seat *seat, int seats,
                   const char *goal, double left);

#endif
