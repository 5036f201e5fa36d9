/*
 * utf8.h - is a text valid UTF-8, and one that can be shown?
 *
 * Threads: pure functions.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>

/* How many bytes the character has that n bytes, one at least, begin with; 0:
 * they begin with none. */
int utf8_bytes(const char *s, size_t n);

/* The place of the first byte that is no UTF-8, or len. */
size_t utf8_valid(const char *s, size_t len);

/* In a message, which may quote a file, perhaps cut within a character: '?' for
 * each byte that is a control character or no UTF-8.  So it is one line. */
void text_to_show(char *text);

#endif
