/*
 * sweep.h - running an experiment over all ranks.
 *
 * Every rank trains; the coordinator is a thread of rank 0 that hands trials
 * to groups of ranks and sleeps in between.  Decisions are journalled; trial
 * files are the truth.  Killed at any instant, the same call goes on.
 */
#ifndef SWEEP_RUN_SWEEP_H
#define SWEEP_RUN_SWEEP_H

#include "sweep/coordinator/sweep_options.h"
#include "sweep/experiment/experiment.h"
#include "sweep/folder/sweep_status.h"

/* Collective over the world.  The exit status, but for the last; errors are
 * printed.  Heeds signals when signals_catch() was called.  Rank 0's x is told
 * of what a search that learns proposes; and its `last`, zeroed before and
 * unless NULL, of how the sweep stood in the end, to be released: where trials
 * were left to run, and no other process has the folder. */
enum sweep_end sweep_run(struct experiment *x, const struct sweep_options *o,
                         struct sweep_status *last);

#endif
