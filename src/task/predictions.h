/*
 * predictions.h - what a trial answered, for those who know the data set but
 * not codarun.
 *
 * Threads: pure functions.
 */
#ifndef TASK_PREDICTIONS_H
#define TASK_PREDICTIONS_H

#include "task/task.h"

/* The answers to a split by the data set's names of its examples: columns of
 * bytes `id` and `text`, to be released; n = 0 where the task's kind lacks id()
 * or read(). */
struct answer_sheet predictions_said(const struct task *t, enum split split,
                                     const struct answer_sheet *a);

/* Append them as the data set's own scripts read them: a JSON object of texts
 * by id; with `none` of the probabilities that there is no answer. */
int predictions_add(const struct task *t, enum split split, bool none,
                    const struct answer_sheet *a, struct str *out,
                    struct error *e);

#endif
