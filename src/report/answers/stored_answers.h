/*
 * stored_answers.h - are a trial's stored answers to the data at hand?
 *
 * Threads: one at a time.
 */
#ifndef REPORT_ANSWERS_STORED_ANSWERS_H
#define REPORT_ANSWERS_STORED_ANSWERS_H

#include "engine/store/result.h"
#include "engine/task/task.h"

/*
 * Whoever reads stored answers beside the data asks first: are there any to
 * the split, to files with the digests of then, to as many examples, and under
 * numerics that made these ones valid?  The error leaves the trial's name to
 * the caller.
 */
int stored_answers_check(const struct task *t, enum split split,
                         const struct result *r, struct error *e);

/* And whoever scores or prints them: are they of the form of the task's head?
 * An ensemble asks of the columns that it needs. */
int stored_answers_form(const struct task *t, const struct answer_sheet *a,
                        struct error *e);

#endif
