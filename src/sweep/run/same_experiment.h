/*
 * same_experiment.h - compares the experiment of a folder with the present one.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RUN_SAME_EXPERIMENT_H
#define SWEEP_RUN_SAME_EXPERIMENT_H

#include "sweep/coordinator/sweep_options.h"
#include "sweep/experiment/experiment.h"

/* Check that the folder's experiment, with its text at `path`, is the present
 * one, or, with --extend, one with fewer trials, which sets *extends. If only
 * values are written differently, x gets the folder's text. */
int same_experiment(struct experiment *x, const struct sweep_options *o,
                    const char *path, bool *extends, struct error *e);

#endif
