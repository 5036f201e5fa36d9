/* s_stem.h - a word without the s of a plural: the S stemmer (Harman 1991, "How
 * effective is suffixing?").
 *
 * Threads: pure function. */
#ifndef TASKS_SPAN_S_STEM_H
#define TASKS_SPAN_S_STEM_H

#include "base/core/str.h"

/* Shorten a word in lower case, in place. */
void s_stem(struct str *word);

#endif
