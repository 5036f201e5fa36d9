/*
 * prediction.h - a model's prediction for a new text, for people and programs:
 * a line with tabs between its values, or a JSON object.
 *
 *     head    line                            object
 *     class   label, each class's             label, probabilities by label
 *             probability in their order
 *     rank    score                           score
 *     decode  text                            text, log_probability
 *     span    text, start, end,               text, start, end, probability,
 *             probability, of no answer       no_answer
 *     other   text, if there is one, and      the same by name, an array
 *             the values of all columns       if there can be several
 *
 * Numbers have the digits that read back as the same float. start and end count
 * the characters (code points) of the passage from 0; end is one past the text.
 * If there is no answer, they are - in a line and null in an object.  In a
 * line, tabs and line ends within a text are replaced by blanks.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_ANSWERS_PREDICTION_H
#define REPORT_ANSWERS_PREDICTION_H

#include "tasks/common/fresh.h"

enum prediction_form { PREDICTION_LINE, PREDICTION_JSON };
extern const char *const prediction_form_names[]; /* ends with NULL */

/* Append the answer to new text i, with the end of its line. */
void prediction_add(const struct fresh *f, const struct answer_sheet *a, int i,
                    enum prediction_form form, struct str *out);

/* Print on standard error the class of each probability of a line.  Prints
 * nothing for a task without classes. */
void prediction_explain(const struct task *t);

#endif
