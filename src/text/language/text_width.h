/*
 * text_width.h - how many columns of a terminal a text takes.
 *
 * Threads: pure functions.
 */
#ifndef TEXT_LANGUAGE_TEXT_WIDTH_H
#define TEXT_LANGUAGE_TEXT_WIDTH_H

#include <stddef.h>

/* Two of a wide character, such as those of Chinese, none of a mark that joins
 * the one before; one of a byte that is no UTF-8. */
int text_width(const char *text);

/* The same of its first n bytes. */
int text_width_of(const char *text, size_t n);

/* How many of n bytes have room in so many columns: whole characters, with the
 * marks that join the last. */
size_t text_fit(const char *text, size_t n, int columns);

#endif
