/*
 * escape.h - the escapes of core/show.h, one at a time.
 *
 * Threads: pure functions over the caller's memory; none takes more.
 */
#ifndef BASE_CORE_ESCAPE_H
#define BASE_CORE_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

/* Is it a character that is not shown as it is? */
bool escape_hides(unsigned point);

/* How many of n bytes are shown as they are, before the first that is not. */
size_t escape_plain(const char *text, size_t n);

#define ESCAPE_ROOM 8 /* the longest escape, with its NUL, fits */

/* Write the escape of the first character, or of the first byte where it is no
 * UTF-8, of n bytes, one at least.  Returns how many bytes that is of. */
size_t escape_next(const char *text, size_t n, char out[ESCAPE_ROOM]);

#endif
