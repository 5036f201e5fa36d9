/* s_stem.h - a word without the s of a plural: the S stemmer (Harman 1991, "How
 * effective is suffixing?").
 *
 * Threads: pure function. */
#ifndef TEXT_S_STEM_H
#define TEXT_S_STEM_H

#include "base/str.h"

/* Of a word in small letters. */
void s_stem(struct str *word);

#endif
