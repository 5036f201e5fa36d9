/*
 * tokens_english.h - tokens like those of spaCy's rules for English, which the
 * readers of SQuAD used.
 *
 * A part between white space is separated from what it begins or ends with
 * (marks, quotes, currencies, units after a number, 's); contractions are cut
 * (do n't, I 'm, can not), and so is a word at what is inside (hyphens and the
 * like between letters, dots between a small and a capital letter).  White
 * space is no token.  Emoticons and rare spellings of spaCy's list that
 * encyclopedias do not have are left out.
 */
#ifndef TEXT_LANGUAGE_TOKENS_ENGLISH_H
#define TEXT_LANGUAGE_TOKENS_ENGLISH_H

#include <stddef.h>

#include "text/language/token_list.h"

/* Append the tokens of a text, which is valid UTF-8. */
void tokens_english(const char *text, size_t len, struct token_list *out);

#endif
