/*
 * mlu_lines.h - lines of the task `mlu` as tokens, one per character.
 *
 * Threads: pure functions of their arguments.
 */
#ifndef TASKS_ARITHMETIC_MLU_LINES_H
#define TASKS_ARITHMETIC_MLU_LINES_H

#include "engine/task/task.h"

/* The token number of a character; -1 if lines cannot have it. */
int32_t mlu_number(char c);

/* Add a line as an example, cut at its colon.  If `end`, the question has
 * TOKEN_END in place of the colon.  id is scratch memory for the line and
 * one token more.  Return the place of a character that lines cannot have,
 * or -1. */
int mlu_add_line(struct examples *x, const char *line, int len, int colon,
                 bool end, int32_t *id);

/* Add a line that may be invalid; that is an error. */
int mlu_take_line(struct examples *x, const char *line, size_t colon, bool end,
                  struct error *e);

/* Append the text of tokens. */
void mlu_read(struct values tokens, struct str *out);

/* Give a task the vocabulary. */
void mlu_take_vocabulary(struct task *t);

#endif
