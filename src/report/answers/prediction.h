/*
 * prediction.h - what a model says of a fresh text, for people and programs: a
 * line, with tabs between, or a JSON object.
 *
 *     head    line                            object
 *     class   label, each class's             label, probabilities by label
 *             probability in their order
 *     rank    score                           score
 *     decode  text                            text, log_probability
 *     span    text, start, end,               text, start, end, probability,
 *             probability, of no answer       no_answer
 *     other   text, where there is one, and   the same by name, an array
 *             the values of all columns       where there may be several
 *
 * Numbers have the digits that read back as the same float.  start and end
 * count the passage's characters - code points - from 0, end the one behind the
 * text; where there is no answer they are - or null.  In a line a blank stands
 * for a tab or an end of line within a text.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_ANSWERS_PREDICTION_H
#define REPORT_ANSWERS_PREDICTION_H

#include "tasks/common/fresh.h"

enum prediction_form { PREDICTION_LINE, PREDICTION_JSON };
extern const char *const prediction_form_names[]; /* NULL behind the last */

/* Append the answer to fresh text i, with the end of its line. */
void prediction_add(const struct fresh *f, const struct answer_sheet *a, int i,
                    enum prediction_form form, struct str *out);

/* Say on standard error which class each probability of a line is of; nothing
 * of a task without classes. */
void prediction_explain(const struct task *t);

#endif
