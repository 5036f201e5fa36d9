/*
 * stored_answers.h - checks that a trial's stored answers belong to the data
 * that are present.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_ANSWERS_STORED_ANSWERS_H
#define REPORT_ANSWERS_STORED_ANSWERS_H

#include "engine/store/result.h"
#include "engine/task/task.h"

/*
 * Check before reading stored answers together with the data: the result has
 * answers to the split, to files with the same digests, to as many examples,
 * and its numerics still define the same examples.  The error does not name the
 * trial; the caller adds it.
 */
int stored_answers_check(const struct task *t, enum split split,
                         const struct result *r, struct error *e);

/* Check before scoring or printing answers that they have the form of the
 * task's head.  An ensemble checks the columns that it needs instead. */
int stored_answers_form(const struct task *t, const struct answer_sheet *a,
                        struct error *e);

#endif
