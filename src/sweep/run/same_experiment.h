/*
 * same_experiment.h - is the experiment in a folder the one at hand?
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RUN_SAME_EXPERIMENT_H
#define SWEEP_RUN_SAME_EXPERIMENT_H

#include "sweep/coordinator/sweep_options.h"
#include "sweep/experiment/experiment.h"

/* Is the experiment in the folder, whose text stands at `path`, the one at
 * hand, or with --extend one with fewer trials, as *extends is told then? Where
 * only values are written in another way x takes the folder's. */
int same_experiment(struct experiment *x, const struct sweep_options *o,
                    const char *path, bool *extends, struct error *e);

#endif
