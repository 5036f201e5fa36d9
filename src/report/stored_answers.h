/*
 * stored_answers.h - are a trial's stored answers to the data at hand?
 *
 * Threads: one at a time.
 */
#ifndef REPORT_STORED_ANSWERS_H
#define REPORT_STORED_ANSWERS_H

#include "store/result.h"
#include "task/task.h"

/*
 * Whoever reads stored answers beside the data asks first: are there any to
 * the split, to files with the digests of then, to as many examples, under
 * numerics that made these ones valid, and of the form that is scored today?
 * The error leaves the trial's name to the caller.
 */
int stored_answers_check(const struct task *t, enum split split,
                         const struct result *r, struct error *e);

#endif
