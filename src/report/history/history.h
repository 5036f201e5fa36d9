/*
 * history.h - everything measured in the trials of a sweep, as one long table
 * with a row for each trial, step and metric.
 *
 *     trial    number in the sweep
 *     status   finished, failed, or unfinished: it has no result yet, and its
 *              rows are from its last checkpoint
 *     FIELD    the value of each swept field, under its dotted name; empty
 *              if the trial has no such field
 *     step     optimiser's steps done
 *     epoch    passes over the training data done
 *     metric   loss, learning_rate, valid.NAME, test.NAME, or QUANTITY.mean,
 *              .spread and .negative of what was inspected
 *     value    as it was stored
 *
 * loss is the mean over the steps since the row before. test.NAME was scored
 * once; its step is that of the checkpoint that was scored.
 *
 * Rows are sorted by trial, then by step.  Each trial is read, written and
 * released before the next, so a sweep can have very many.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HISTORY_HISTORY_H
#define REPORT_HISTORY_HISTORY_H

#include "base/core/error.h"
#include "report/history/history_view.h"

extern const char *const history_formats[]; /* ends with NULL */

/* True if the format can only be written to a file or folder. */
bool history_wants_output(enum history_format format);

/*
 * Write the history of the sweep in a folder.  Returns 0, or 1 if files are
 * damaged, which are named and left out.  -1 without an error if put() failed.
 */
int history_write(const char *dir, const struct history_view *v,
                  struct error *e);

#endif
