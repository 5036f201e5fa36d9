/*
 * text_width.h - the number of terminal columns that a text takes.
 *
 * Threads: pure functions.
 */
#ifndef TEXT_LANGUAGE_TEXT_WIDTH_H
#define TEXT_LANGUAGE_TEXT_WIDTH_H

#include <stddef.h>

/* A wide character, such as a Chinese one, takes two columns, a combining mark
 * none, a byte that is not UTF-8 one. */
int text_width(const char *text);

/* The width of the first n bytes. */
int text_width_of(const char *text, size_t n);

/* How many of n bytes fit into so many columns: whole characters, with the
 * combining marks of the last. */
size_t text_fit(const char *text, size_t n, int columns);

#endif
