/* long_word.h - the length limit of words in questions and texts that a model
 * is asked to answer. */
#ifndef TASKS_COMMON_LONG_WORD_H
#define TASKS_COMMON_LONG_WORD_H

#include <stdbool.h>
#include <stddef.h>

#define LONGEST_WORD 65536 /* bytes */

/* True if the text has a longer word.  text[len] must be readable. */
bool long_word_in(const char *text, size_t len);

#endif
