/*
 * escape.h - the escapes of core/show.h, one at a time.
 *
 * Threads: pure functions over the caller's memory; none allocates.
 */
#ifndef BASE_CORE_ESCAPE_H
#define BASE_CORE_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

/* True if a character is not shown as it is. */
bool escape_hides(unsigned point);

/* How many of n bytes are shown as they are, up to the first that is not. */
size_t escape_plain(const char *text, size_t n);

#define ESCAPE_ROOM 8 /* the longest escape, with its NUL, fits */

/* Write the escape of the first character of n bytes, n > 0, or of the first
 * byte if it is not UTF-8.  Returns the number of bytes that the escape
 * replaces. */
size_t escape_next(const char *text, size_t n, char out[ESCAPE_ROOM]);

#endif
