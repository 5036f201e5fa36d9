/*
 * named_trial.h - one trial named by the user: by its results folder and
 * number, or by one of its own files, a result or a state.
 *
 * Threads: one at a time.
 */
#ifndef CMD_NAMED_TRIAL_H
#define CMD_NAMED_TRIAL_H

#include "cmd/named_folder.h"
#include "sweep/results/trained.h"

/* Find the trial: its folder and *number, which is -1 on entry if none is
 * given, as with a file.  Then a folder's only trial is used or, of several,
 * the finished one with the best value of the sweep's goal, which is printed on
 * standard error.  Release the folder in any case. */
int named_trial_find(const char *name, long *number, struct named_folder *p,
                     struct error *e);

/* True if it is the name of a file, not a folder. */
bool named_trial_is_file(const char *name);

/* Check that no number (not -1) is given with a file, which needs none. */
int named_trial_check_alone(const char *name, long number, struct error *e);

/* Find a trial and load what was kept of it, as trained_load() does; `fresh`:
 * for new texts only.  Release both in any case, the trial first; it must not
 * be moved. */
int named_trial_load(const char *name, long number, bool fresh,
                     struct named_folder *p, struct trained *t,
                     struct error *e);

/* Print on standard error why its answers can differ from the stored ones, if
 * they can. */
void named_trial_warn(const struct trained *t);

#endif
