/*
 * task_text.h - are trials of one task, by the texts of their rows?
 *
 * Trials of one task differ in none of its fields but those that are apart and
 * the share of train (task/task.h): they were asked the same questions, of
 * files of the same names.
 *
 * Threads: pure functions.
 */
#ifndef SWEEP_EXPERIMENT_TASK_TEXT_H
#define SWEEP_EXPERIMENT_TASK_TEXT_H

#include "base/numbers/digest.h"
#include "sweep/experiment/rows.h"

/* Where the texts of two rows first differ: a line of each, without its end. */
struct differing {
    const char *a, *b; /* borrowed */
    int a_len, b_len;
};

/* Do two whole texts (row_whole()) differ in their task? */
bool tasks_differ(const char *a, const char *b, struct differing *at);

/* Or are these the same but for what is read of the questions asked, so that
 * answers can be set against each other (task_kind.asked)? */
bool tasks_ask_alike(const char *a, const char *b);

/* Equal of rows whose tasks do not differ. */
struct digest task_digest(const struct row_text *row);

#endif
