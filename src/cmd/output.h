/*
 * output.h - standard output with errors.  Lost output, as on a full disk, is
 * an error, unless the reader of a pipe has closed it.
 *
 * Threads: the main one.
 */
#ifndef CMD_OUTPUT_H
#define CMD_OUTPUT_H

#include <stdbool.h>

#include "base/core/str.h"

/* Call it first: if standard input, output or error is closed, it is opened, so
 * that no other file gets its number. */
void output_begin(void);

/* Write a text for programs unchanged; on a terminal, which only people read,
 * made safe as in core/show.h. */
void output_put(const struct str *text);

/* The same at once, for callers that stop if it fails; output_end() prints the
 * error, so that callers need not. */
int output_write(const struct str *text);

/* True if standard output is a pipe whose reader has closed it. */
bool output_reader_gone(void);

/* Flush standard output.  Returns the exit status of a program that would
 * return `status`: if that is 0 and output was lost, prints the reason and
 * returns EXIT_ERROR. */
int output_end(int status);

#endif
