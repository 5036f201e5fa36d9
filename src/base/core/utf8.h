/*
 * utf8.h - check UTF-8, and find its characters, which are code points here.
 *
 * Threads: pure functions.
 */
#ifndef BASE_CORE_UTF8_H
#define BASE_CORE_UTF8_H

#include <stddef.h>

/* The number of bytes of the first character in n bytes, n > 0; 0 if they begin
 * with none. */
int utf8_bytes(const char *s, size_t n);

/* The offset of the first byte that is not UTF-8, or len. */
size_t utf8_valid(const char *s, size_t len);

/* How many characters begin in n bytes. */
size_t utf8_points(const char *s, size_t n);

/* The offset in n bytes at which character number `point` begins, from 0; n if
 * there are no more than `point` characters. */
size_t utf8_at(const char *s, size_t n, size_t point);

/* How many of n bytes to keep so that they are `most` or fewer and end after a
 * whole character. */
size_t utf8_cut(const char *s, size_t n, size_t most);

#endif
