/*
 * sweep.h - running an experiment over all ranks.
 *
 * Every rank trains; the coordinator is a thread of rank 0 that hands trials to
 * groups of ranks and sleeps in between. Decisions are journalled; if they
 * differ, the result files count. After a kill at any time the same call
 * continues the sweep.
 */
#ifndef SWEEP_RUN_SWEEP_H
#define SWEEP_RUN_SWEEP_H

#include "sweep/coordinator/sweep_options.h"
#include "sweep/experiment/experiment.h"
#include "sweep/folder/sweep_status.h"

/* Run a sweep; collective over the world. Return the exit status, except for
 * the last value; errors are printed. Signals have an effect if signals_catch()
 * was called. Rank 0's x gets what a search that learns proposes. `last`,
 * zeroed before and unless NULL, gets the last status of the sweep if trials
 * were left to run and no other process holds the folder; the caller releases
 * it. */
enum sweep_end sweep_run(struct experiment *x, const struct sweep_options *o,
                         struct sweep_status *last);

#endif
