/*
 * tokens.h - cut a text into tokens.
 *
 * Tokens are parts of the text itself, so nothing is copied or rewritten.  If
 * the text is the normal form of another, origins_of() (language/text_normal.h)
 * gives the bytes of that other text that a token came from.
 *
 *   spaces      what is between white space (Unicode's, so a no-break space
 *               separates, too): for text that is tokenised already
 *   words       like the Penn Treebank: letters, marks and digits stay
 *               together, also around one inner hyphen, apostrophe, period or
 *               comma (well-known, o'clock, U.S, 3.14, 1,000); a trailing
 *               's 're 've 'll 'd 'm or n't is a token of its own (do n't); any
 *               other character is a token, except that equal ones in a row
 *               stay together (..., --, '')
 *   characters  every code point, spaces too
 *   english     like spaCy's rules for English (language/tokens_english.h)
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
extern const char *const token_rule_names[]; /* NULL-terminated */

/* Replace the list by the tokens of a text, which is valid UTF-8. */
void tokens_split(enum token_rule rule, const char *text, size_t len,
                  struct token_list *out);
void tokens_release(struct token_list *l);

#endif
