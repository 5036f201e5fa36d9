/*
 * utf8.h - is a text valid UTF-8?  Where are its characters, which are code
 * points here?
 *
 * Threads: pure functions.
 */
#ifndef BASE_CORE_UTF8_H
#define BASE_CORE_UTF8_H

#include <stddef.h>

/* How many bytes the character has that n bytes, one at least, begin with; 0:
 * they begin with none. */
int utf8_bytes(const char *s, size_t n);

/* The place of the first byte that is no UTF-8, or len. */
size_t utf8_valid(const char *s, size_t len);

/* How many characters begin in n bytes. */
size_t utf8_points(const char *s, size_t n);

/* The byte of n at which character `point` begins, from 0; n when there are no
 * more than that before it. */
size_t utf8_at(const char *s, size_t n, size_t point);

/* How many of n bytes to keep so that they are `most` or fewer and end behind a
 * whole character. */
size_t utf8_cut(const char *s, size_t n, size_t most);

#endif
