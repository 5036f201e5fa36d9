/*
 * tokens.h - cutting a text into tokens.
 *
 * Tokens are stretches of the text itself, so nothing is copied or rewritten;
 * where the text is the normal form of another, origins_of()
 * (language/text_normal.h) says which bytes of that a token came from.
 *
 *   spaces      what stands between white space (Unicode's, so a no-break
 *               space cuts too): for text that is tokenised already
 *   words       in the manner of the Penn Treebank: letters, marks and digits
 *               hold together, and so do they around one inner hyphen,
 *               apostrophe, period or comma (well-known, o'clock, U.S, 3.14,
 *               1,000); a trailing 's 're 've 'll 'd 'm or n't is a token of
 *               its own (do n't); any other character is one, save that equal
 *               ones in a row stay together (..., --, '')
 *   characters  every code point, spaces too
 *   english     in the manner of spaCy's rules for English
 *               (language/tokens_english.h)
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef TEXT_LANGUAGE_TOKENS_H
#define TEXT_LANGUAGE_TOKENS_H

#include <stddef.h>

#include "text/language/token_list.h"

enum token_rule {
    TOKENS_SPACES,
    TOKENS_WORDS,
    TOKENS_CHARACTERS,
    TOKENS_ENGLISH
};
extern const char *const token_rule_names[]; /* NULL behind the last */

/* Replace the list by the tokens of a text, which is valid UTF-8. */
void tokens_split(enum token_rule rule, const char *text, size_t len,
                  struct token_list *out);
void tokens_release(struct token_list *l);

#endif
