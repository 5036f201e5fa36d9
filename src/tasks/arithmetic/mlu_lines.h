/*
 * mlu_lines.h - lines of mlu as tokens, a character each.
 *
 * Threads: pure functions of their arguments.
 */
#ifndef TASKS_ARITHMETIC_MLU_LINES_H
#define TASKS_ARITHMETIC_MLU_LINES_H

#include "engine/task/task.h"

/* The number of a character; -1: it is none of a line's. */
int32_t mlu_number(char c);

/* Add a line cut at its colon, in whose place the question may have TOKEN_END,
 * by way of id, which has room for it and one more.  Returns the place of a
 * character that is none of a line's, or -1. */
int mlu_add_line(struct examples *x, const char *line, int len, int colon,
                 bool end, int32_t *id);

/* The same of a line that may be anything. */
int mlu_take_line(struct examples *x, const char *line, size_t colon, bool end,
                  struct error *e);

/* Append what tokens read as. */
void mlu_read(struct values tokens, struct str *out);

/* Give a task the vocabulary. */
void mlu_take_vocabulary(struct task *t);

#endif
