/*
 * simulate.h - predicts how long a sweep takes on a number of workers, before
 * it runs.
 *
 * The experiment's own sampler and scheduler are simulated on a fleet
 * (simulate/fleet.h): a table has a row for each size of the fleet, and a chart
 * shows the workers of the last.  Nothing is loaded, and only the chart's file
 * is written.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SIMULATE_SIMULATE_H
#define SWEEP_SIMULATE_SIMULATE_H

#include "sweep/experiment/experiment.h"
#include "sweep/simulate/options.h"

/* Append the output to `out`.  1: results whose files are damaged are left out,
 * and the output says so. */
int simulate(const struct experiment *x, const struct simulate_options *o,
             struct str *out, struct error *e);

#endif
