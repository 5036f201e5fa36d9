/*
 * same_experiment.h - is the experiment in a folder the one at hand?
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RUN_SAME_EXPERIMENT_H
#define SWEEP_RUN_SAME_EXPERIMENT_H

#include "sweep/run/run_ledger.h"

/* Is the experiment in the folder, whose text stands there, the one at hand, or
 * with --extend one with fewer trials?  Where only values are written in
 * another way x takes the folder's. */
int same_experiment(struct run_ledger *b, const char *path, struct error *e);

#endif
