/*
 * list.h - the trials of a sweep, as --dry-run lists them.
 */
#ifndef SWEEP_RUN_LIST_H
#define SWEEP_RUN_LIST_H

#include "sweep/coordinator/rank_groups.h"

/* Print the trials and their costs: one line each, or one JSON object. */
int list_trials(const struct experiment *x,
                const struct rank_groups *rank_groups, bool json,
                struct error *e);

#endif
