/*
 * simulate.h - what a sweep would take on so many workers, told before it runs.
 *
 * The experiment's own sampler and scheduler are simulated on a fleet
 * (simulate/fleet.h): a row of a table for each size of it, then a picture of
 * who trains when on the last.  Nothing is loaded, and nothing is written but
 * the picture's file.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SIMULATE_SIMULATE_H
#define SWEEP_SIMULATE_SIMULATE_H

#include "sweep/experiment/experiment.h"
#include "sweep/simulate/options.h"

/* Add what is to be shown to `out`.  1: it is without results whose files are
 * damaged, and says so. */
int simulate(const struct experiment *x, const struct simulate_options *o,
             struct str *out, struct error *e);

#endif
