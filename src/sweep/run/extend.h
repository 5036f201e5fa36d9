/*
 * extend.h - adding trials to a sweep that has a results folder.
 */
#ifndef SWEEP_RUN_EXTEND_H
#define SWEEP_RUN_EXTEND_H

#include "sweep/experiment/experiment.h"

/*
 * Check that an experiment may continue in a folder whose experiment text is
 * `was`. Name, method, seed, goal and scheduler must be the same, and every
 * trial with a result in the folder must be one of the experiment's. A search
 * that learns may differ only in a larger number of trials; a sweep with
 * brackets never may. -1: why not.
 */
int extend_check(const struct experiment *x, const char *dir, const char *was,
                 struct error *e);

#endif
