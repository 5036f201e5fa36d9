/*
 * python.h - text functions of Python 3, for scores that are defined by Python
 * scripts: str.lower(), str.split(), str.isspace(), and \w of the module re.
 *
 * Beyond ASCII they use the tables of utf8proc, whose Unicode version may
 * differ from Python's: only the newest letters of either are affected.
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

/* Decode the code point at an offset of valid UTF-8.  Returns the number of its
 * bytes, 0 at the end. */
size_t python_point(const char *s, size_t len, size_t at, int32_t *c);

bool python_is_space(int32_t c);
bool python_is_word(int32_t c);
bool python_is_letter_or_digit(int32_t c); /* str.isalnum() */
bool python_is_mark(int32_t c); /* a combining mark */
bool python_is_large(int32_t c); /* upper-case or title-case letter */
bool python_is_digit(int32_t c); /* str.isdecimal() */
int32_t python_small(int32_t c); /* lower case, one code point for one */
bool python_is_punctuation(char c); /* in string.punctuation */

/* Find the next word of str.split() after *word, which is zeroed at first;
 * false if there is none. */
bool python_next_word(const char *s, size_t len, struct text_range *word);

/* The number of words; and append them, separated by single blanks. */
int python_count_words(const char *s, size_t len);
void python_join_words(const char *s, size_t len, struct str *out);

/* Append str.lower(). */
void python_lower(const char *s, size_t len, struct str *out);

/* Append python_small() of each letter: one code point for one. */
void python_small_letters(const char *s, size_t len, struct str *out);

#endif
