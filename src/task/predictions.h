/*
 * predictions.h - what a trial answered, for those who know the data set but
 * not codarun.
 *
 * Threads: pure functions.
 */
#ifndef TASK_PREDICTIONS_H
#define TASK_PREDICTIONS_H

#include "task/task.h"

/* What the answers to a split read as: where the data set names its examples a
 * column of bytes `id`, and behind it one of bytes, `text`; to be released; n =
 * 0 where the task's kind lacks read(). */
struct answer_sheet predictions_said(const struct task *t, enum split split,
                                     const struct answer_sheet *a);

/* Append them as the data set's own scripts read them: where examples have
 * names a JSON object of texts by id, or with `none` of the probabilities that
 * there is no answer; else a text a line. */
int predictions_add(const struct task *t, enum split split, bool none,
                    const struct answer_sheet *a, struct str *out,
                    struct error *e);

#endif
