/*
 * named_trial.h - the one trial that a person means: by its results folder and
 * its number there, or by one of its own files, a result or a state.
 *
 * Threads: one at a time.
 */
#ifndef CMD_NAMED_TRIAL_H
#define CMD_NAMED_TRIAL_H

#include "cmd/named_folder.h"
#include "sweep/results/trained.h"

/* Find it: its folder and *number, which is -1 before where none is given, as
 * of a file.  A folder's only trial is then meant or, of several, the finished
 * one with the best value of the sweep's goal, which standard error names.  The
 * place is to be released either way. */
int named_trial_find(const char *name, long *number, struct named_folder *p,
                     struct error *e);

/* Is it a file's name, rather than a folder's? */
bool named_trial_is_file(const char *name);

/* A file's trial needs no number: one beside it, not -1, is an error. */
int named_trial_check_alone(const char *name, long number, struct error *e);

/* Find it and load what was kept of it, `number` likewise, for fresh texts
 * alone or not, as trained_load() does.  Both are to be released either way,
 * the trial first; it may not move. */
int named_trial_load(const char *name, long number, bool fresh,
                     struct named_folder *p, struct trained *t,
                     struct error *e);

/* Say on standard error what its answers may differ by from those that the
 * trial has stored, if anything. */
void named_trial_warn(const struct trained *t);

#endif
