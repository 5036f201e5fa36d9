/*
 * list.h - the trials of a sweep, as --dry-run lists them.
 */
#ifndef RUN_LIST_H
#define RUN_LIST_H

#include "run/crew.h"

/* List the trials, what they cost, and stop. */
int list_trials(const struct experiment *x, const struct crew *crew,
                struct error *e);

#endif
