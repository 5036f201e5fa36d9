/*
 * named_trial.h - the one trial that a person means: by its results folder and
 * its number there, or by one of its own files, a result or a state.
 *
 * Threads: one at a time.
 */
#ifndef CMD_NAMED_TRIAL_H
#define CMD_NAMED_TRIAL_H

#include "cmd/place.h"
#include "results/trained.h"

/* Find it and load what was kept of it.  number: -1 where none is given, as of
 * a file, or of a folder of one trial.  Both are to be released either way, the
 * trial first; it may not move. */
int named_trial(const char *name, long number, struct place *p,
                struct trained *t, struct error *e);

#endif
