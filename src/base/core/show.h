/*
 * show.h - the one way to show texts from outside: values, labels, hosts, file
 * names, contents of files.
 *
 * Characters that a terminal would obey instead of showing are written as an
 * escape, so each line is what it looks like:
 *
 *     \n \r \t \x1b \x7f     controls: C0 and DEL
 *     \x9b                   bytes that are not UTF-8, one by one
 *     \u009b                 C1 controls
 *     \u202e \u2066 \u200f   what turns the direction of a line
 *     \u2028 \u2029          ends of lines and paragraphs
 *
 * A backslash stays as it is: the output is for people, who read it once.
 * Programs read JSON or CSV, which have escapes of their own.
 *
 * Threads: pure functions, except those that print.
 */
#ifndef BASE_CORE_SHOW_H
#define BASE_CORE_SHOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/core/str.h"

/* Append n bytes, or all up to a NUL, on one line. */
void show_bytes(const char *text, size_t n, struct str *out);
void show_text(const char *text, struct str *out);

/* The same for several lines, whose ends and tabs stay. */
void show_lines(const char *text, struct str *out);

/* The same for output for programs, whose lines may also end in \r\n. */
void show_output(const char *text, size_t n, struct str *out);

/* A text as show_text() has it; the caller frees it. */
char *show_copy(const char *text);

/* Escape in place, in a buffer of `size` bytes; cut after a whole character. */
void show_within(char *text, size_t size);

/* True if show_lines() would change it. */
bool show_changes(const char *text, size_t n);

/* Print lines as show_lines() has them. */
void show_put(const char *lines, FILE *to);

/* printf() of lines: ends and tabs of lines stay.  Returns the number of
 * bytes. */
int say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
