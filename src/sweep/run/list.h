/*
 * list.h - the trials of a sweep, as --dry-run lists them.
 */
#ifndef SWEEP_RUN_LIST_H
#define SWEEP_RUN_LIST_H

#include "sweep/coordinator/crew.h"

/* Print the trials and what they cost: a line each, or one JSON object. */
int list_trials(const struct experiment *x, const struct crew *crew, bool json,
                struct error *e);

#endif
