/*
 * python.h - texts as Python 3 has them, for scores that are defined by its
 * scripts: str.lower(), str.split(), str.isspace(), and what \w of its module
 * re matches.
 *
 * Where that goes beyond ASCII it is by the tables of utf8proc, whose Unicode
 * may be another than a Python's: the newest letters of either alone differ.
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef TEXT_LANGUAGE_PYTHON_H
#define TEXT_LANGUAGE_PYTHON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/core/str.h"
#include "text/language/text_normal.h"

/* The code point at a place of valid UTF-8, and the bytes it takes: 0 at the
 * end. */
size_t python_point(const char *s, size_t len, size_t at, int32_t *c);

bool python_is_space(int32_t c);
bool python_is_word(int32_t c);
bool python_is_letter_or_digit(int32_t c); /* str.isalnum() */
bool python_is_mark(int32_t c); /* one that combines with what is before it */
bool python_is_large(int32_t c); /* a large letter, or that of a title */
bool python_is_digit(int32_t c); /* str.isdecimal() */
int32_t python_small(int32_t c); /* the one letter of one that it is small */
bool python_is_punctuation(char c); /* string.punctuation has it */

/* The next word of str.split(), behind *word, which begins zeroed; false: there
 * is none. */
bool python_next_word(const char *s, size_t len, struct text_range *word);

/* How many words there are, and: append them with single blanks between. */
int python_count_words(const char *s, size_t len);
void python_join_words(const char *s, size_t len, struct str *out);

/* Append str.lower(). */
void python_lower(const char *s, size_t len, struct str *out);

/* Append each letter as python_small() has it: one for one. */
void python_small_letters(const char *s, size_t len, struct str *out);

#endif
