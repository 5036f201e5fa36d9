/*
 * outcome.h - stores the result of a trial: in its file, or prepared for the
 * journal's line, which the coordinator writes.
 *
 * Threads: any; HDF5 has its own lock (store/).
 */
#ifndef SWEEP_RUN_OUTCOME_H
#define SWEEP_RUN_OUTCOME_H

#include "sweep/coordinator/message.h"
#include "sweep/experiment/experiment.h"
#include "sweep/study/study.h"

/* Store the result of r->trial and remove its states. A file of a later attempt
 * stays: a rank that was given up without knowing it may come late. The mark of
 * the file and the text for the journal are added to the message after its
 * present text; the caller fills in the rest. A result too long for the message
 * has a file. */
int outcome_put(const struct experiment *x, const struct trial_config *c,
                const char *dir, const struct result *r,
                struct result_message *message, struct error *e);

/* The same for a trial that is not tried again: failed, for this reason. */
int outcome_fail(const struct experiment *x, const char *dir,
                 const struct study *s, long trial, const char *why,
                 struct result_message *message, struct error *e);

/* True if the result of exactly this attempt is in its file. The message is
 * then what the rank that wrote it, and was lost, had yet to report. */
bool outcome_find(const struct experiment *x, const char *dir,
                  const struct study *s, long trial,
                  struct result_message *message);

/* True if this attempt, or a later one, has left a state to continue from. */
bool outcome_has_saved(const char *dir, struct digest trial, int attempt);

/* Return the path of a trial's states; the caller frees it. */
char *outcome_state(const char *dir, struct digest trial);

/* Remove the states, except those to be kept, of a trial that is over. */
void outcome_tidy(const struct experiment *x, const char *dir,
                  struct digest trial);

#endif
