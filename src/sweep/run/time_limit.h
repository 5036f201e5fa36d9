/*
 * time_limit.h - the hours that this start of a sweep may take.
 *
 * They count from the start of rank 0's process. They are the limit of a batch
 * system that kills without sending a signal first. So the sweep requests its
 * own stop (signals.h) before they are over: earlier by a twentieth of them,
 * two minutes at most, plus twice the duration of a stop as measured so far; in
 * all by half of them at most. The duration of a stop is the longest time
 * between two checks for a stop, with the steps, evaluation or checkpoint
 * between, plus the writing of sweep.h5. No checkpoint that enters a result
 * depends on that.
 *
 * Threads: any, once it has begun.
 */
#ifndef SWEEP_RUN_TIME_LIMIT_H
#define SWEEP_RUN_TIME_LIMIT_H

#include <stdbool.h>

#include "base/core/error.h"
#include "sweep/coordinator/sweep_options.h"
#include "sweep/experiment/experiment.h"

/* Set the limit from --hours, or else run.hours. Every rank stops at it by
 * itself, but only rank 0 uses the measured times. Collective over the world.
 */
void time_limit_begin(const struct experiment *x,
                      const struct sweep_options *o);

/* Rank 0: take into account that a stop would take so many seconds. */
void time_limit_update(double seconds);

/* Return the time of day of the request to stop, as far as known now; NaN if
 * there is no limit. */
double time_limit_day(void);

/* Rank 0: print that time. */
void time_limit_say(void);

/* For a start in which no step was trained and no trial ended: true if its time
 * limit stopped it. That is an error: nothing has changed, so a further start
 * with as many hours would stop at the same place. */
bool time_limit_wasted(struct error *e);

/* Return how many seconds before the end the stop is requested, if a stop takes
 * `seconds`. */
double time_limit_lead(double hours, double seconds);

#endif
