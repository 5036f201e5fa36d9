/*
 * tokens_english.h - tokens in the manner of spaCy's rules for English, which
 * the readers of SQuAD used: what stands between white space, less what it
 * begins with and ends in (marks, quotes, currencies, units behind a number,
 * 's), less contractions (do n't, I 'm, can not), cut at what stands inside
 * (hyphens and the like between letters, dots between a small and a large one).
 * White space is no token; emoticons and all sorts of spellings that the
 * language has but no encyclopedia are left out.
 */
#ifndef TEXT_LANGUAGE_TOKENS_ENGLISH_H
#define TEXT_LANGUAGE_TOKENS_ENGLISH_H

#include <stddef.h>

#include "text/language/token_list.h"

/* Append the tokens of a text, which is valid UTF-8. */
void tokens_english(const char *text, size_t len, struct token_list *out);

#endif
