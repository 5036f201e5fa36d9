/*
 * time_limit.h - the hours that this start of a sweep may take.
 *
 * They count from when rank 0's process began, and are what a batch system
 * gives that sends no signal before it kills.  So the sweep asks itself to stop
 * (signals.h) before they are over: early by a twentieth of them, two minutes
 * at most, and by twice what a stop takes, as was measured so far: the longest
 * time from one look at whether to stop to the next, with the steps, evaluation
 * or checkpoint between, and the writing of sweep.h5; by half of them at most.
 * No checkpoint that enters a result hangs on that.
 *
 * Threads: any, once it has begun.
 */
#ifndef SWEEP_RUN_TIME_LIMIT_H
#define SWEEP_RUN_TIME_LIMIT_H

#include <stdbool.h>

#include "base/core/error.h"
#include "sweep/coordinator/sweep_options.h"
#include "sweep/experiment/experiment.h"

/* As --hours says, or else run.hours; every rank stops without being told, but
 * only rank 0 by what is measured.  Collective over the world. */
void time_limit_begin(const struct experiment *x,
                      const struct sweep_options *o);

/* Rank 0: a stop would take so many seconds. */
void time_limit_heed(double seconds);

/* The time of day when it will ask, by what is known; NaN: there is no limit.
 */
double time_limit_day(void);

/* Say so: rank 0's. */
void time_limit_tell(void);

/* Of a start in which no step was trained and no trial ended: was it stopped by
 * its hours?  Then it is an error: it has changed nothing, so one that a batch
 * system begins after it with as many hours would stop at the same place. */
bool time_limit_wasted(struct error *e);

/* How many seconds before the end it asks, where a stop takes so many. */
double time_limit_lead(double hours, double seconds);

#endif
