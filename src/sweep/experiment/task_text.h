/*
 * task_text.h - checks by the texts of rows whether trials have the same task.
 *
 * Trials of the same task agree in all its fields except those that are apart
 * and the share of train (task/task.h): they answered the same questions, from
 * files of the same names.
 *
 * Threads: pure functions.
 */
#ifndef SWEEP_EXPERIMENT_TASK_TEXT_H
#define SWEEP_EXPERIMENT_TASK_TEXT_H

#include "base/numbers/digest.h"
#include "sweep/experiment/rows.h"

/* The lines where the texts of two rows first differ, without their ends. */
struct differing {
    const char *a, *b; /* borrowed */
    int a_len, b_len;
};

/* True if the tasks of two whole texts (row_whole()) differ. */
bool tasks_differ(const char *a, const char *b, struct differing *at);

/* True if they agree except in how the questions' inputs are read, so that
 * answers can be compared (task_kind.asked). */
bool tasks_ask_alike(const char *a, const char *b);

/* Return a digest that is equal for rows whose tasks do not differ. */
struct digest task_digest(const struct row_text *row);

#endif
