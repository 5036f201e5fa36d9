/*
 * history.h - what was measured in all trials of a sweep, as one long table:
 * a row for each trial, step and metric.
 *
 *     trial    number in the sweep
 *     status   finished, failed, or unfinished: it has no result yet, and what
 *              follows is of its last checkpoint
 *     FIELD    the value of each swept field, under its dotted name; nothing
 *              where the trial has no such field
 *     step     optimiser's steps done
 *     epoch    passes over the training data done
 *     metric   loss, learning_rate, valid.NAME, test.NAME, or QUANTITY.mean,
 *              .spread and .negative of what was inspected
 *     value    as it was stored
 *
 * loss is the mean of the steps since the row before.  test.NAME was scored
 * once, at the step of the checkpoint that was scored.
 *
 * Rows stand by trial, then by step.  A trial is read, written and forgotten
 * before the next, so that a sweep may have very many.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HISTORY_HISTORY_H
#define REPORT_HISTORY_HISTORY_H

#include "base/core/error.h"
#include "report/history/history_view.h"

extern const char *const history_formats[]; /* NULL behind the last */

/* Is it written to a file or folder alone? */
bool history_wants_output(enum history_format format);

/*
 * Write the history of the sweep in a folder: 0, or 1 where files are damaged,
 * which are named and left out.  -1 without an error: put() has failed.
 */
int history_write(const char *dir, const struct history_view *v,
                  struct error *e);

#endif
