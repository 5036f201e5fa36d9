/*
 * outcome.h - the result of a trial, put where it belongs: into its file, or
 * made ready for the journal's line, which is written by the coordinator.
 *
 * Threads: any; HDF5 has a lock of its own (store/).
 */
#ifndef SWEEP_RUN_OUTCOME_H
#define SWEEP_RUN_OUTCOME_H

#include "sweep/coordinator/message.h"
#include "sweep/experiment/experiment.h"
#include "sweep/study/study.h"

/* Put the result of r->trial away and clear its states away.  A file of a later
 * attempt stays as it is: whoever was given up and does not know may come late.
 * The message is told of the file and of what the journal is to say, behind the
 * text that it has; the rest of it is the caller's.  A result that it has no
 * room for has a file. */
int outcome_put(const struct experiment *x, const struct trial_config *c,
                const char *dir, const struct result *r,
                struct result_message *message, struct error *e);

/* The same of one that is not tried again: failed, for this reason. */
int outcome_fail(const struct experiment *x, const char *dir,
                 const struct study *s, long trial, const char *why,
                 struct result_message *message, struct error *e);

/* Is the result of this very attempt in its file?  Then the message is what who
 * wrote it, and was lost, did not come to report. */
bool outcome_find(const struct experiment *x, const char *dir,
                  const struct study *s, long trial,
                  struct result_message *message);

/* Has this attempt, or a later one, left a state to go on from? */
bool outcome_has_saved(const char *dir, struct digest trial, int attempt);

/* Where its states lie; the caller's. */
char *outcome_state(const char *dir, struct digest trial);

/* Clear away those that are not kept of a trial that is over. */
void outcome_tidy(const struct experiment *x, const char *dir,
                  struct digest trial);

#endif
