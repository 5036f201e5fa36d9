/*
 * list.h - the trials of a sweep, as --dry-run lists them.
 */
#ifndef RUN_LIST_H
#define RUN_LIST_H

#include "run/crew.h"

/* Print the trials and what they cost: a line each, or one JSON object. */
int list_trials(const struct experiment *x, const struct crew *crew, bool json,
                struct error *e);

#endif
