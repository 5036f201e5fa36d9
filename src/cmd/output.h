/*
 * output.h - standard output, which may be full or closed: what was lost on it
 * is an error, but for a reader that has gone, who wanted no more.
 *
 * Threads: the main one.
 */
#ifndef CMD_OUTPUT_H
#define CMD_OUTPUT_H

#include <stdbool.h>

#include "base/core/str.h"

/* First of all: where standard input, output or error is closed, no file that
 * is opened takes its place. */
void output_begin(void);

/* Write what programs read, as it is; on a terminal, where nobody but a person
 * does, as core/show.h has it. */
void output_put(const struct str *text);

/* Write it at once, likewise, for who goes on no further when that fails;
 * output_end() says why it did, so that nobody else need. */
int output_write(const struct str *text);

/* Has the reader of a pipe gone, which standard output is? */
bool output_reader_gone(void);

/* Write what is left of standard output.  The exit status of a program whose
 * own was this: EXIT_ERROR, having said why, when that was 0 and something has
 * not been written. */
int output_end(int status);

#endif
