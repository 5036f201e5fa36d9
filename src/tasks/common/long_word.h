/* long_word.h - the longest word that a question or a text asked of a model may
 * have. */
#ifndef TASKS_COMMON_LONG_WORD_H
#define TASKS_COMMON_LONG_WORD_H

#include <stdbool.h>
#include <stddef.h>

#define LONGEST_WORD 65536 /* bytes */

/* Has a text a word that is longer?  text[len] can be read. */
bool long_word_in(const char *text, size_t len);

#endif
