/*
 * show.h - the one way to show a text that others wrote: values, labels, hosts,
 * file names, whatever a file has.
 *
 * What a terminal, or whoever reads it there, would obey and not show stands as
 * an escape, and so each line is what it looks like:
 *
 *     \n \r \t \x1b \x7f     controls: C0 and DEL
 *     \x9b                   bytes that are no UTF-8, one by one
 *     \u009b                 C1 controls
 *     \u202e \u2066 \u200f   what turns the direction of a line
 *     \u2028 \u2029          ends of lines and paragraphs
 *
 * A backslash stays one: what is shown is to be read by people, once.  Programs
 * read JSON, or CSV, which have ways of their own.
 *
 * Threads: pure functions, but for what prints.
 */
#ifndef BASE_CORE_SHOW_H
#define BASE_CORE_SHOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/core/str.h"

/* n bytes, or all up to a NUL, on one line. */
void show_bytes(const char *text, size_t n, struct str *out);
void show_text(const char *text, struct str *out);

/* The same of several lines, whose ends and tabs stay. */
void show_lines(const char *text, struct str *out);

/* The same of output for programs, of which lines may end in \r\n, too. */
void show_output(const char *text, size_t n, struct str *out);

/* That of show_text(), the caller's to free(). */
char *show_copy(const char *text);

/* In place, in a buffer of so many bytes; cut behind a whole character. */
void show_within(char *text, size_t size);

/* Would show_lines() change it? */
bool show_changes(const char *text, size_t n);

/* Print lines as show_lines() has them. */
void show_put(const char *lines, FILE *to);

/* printf() of lines: ends and tabs of lines stay.  Returns how many bytes. */
int say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
