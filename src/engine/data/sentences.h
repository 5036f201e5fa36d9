/*
 * sentences.h - where the sentences of a text end, found by its tokens.
 *
 * A sentence ends after a token that consists only of . ! ? and the ellipsis,
 * and after the quotation marks and closing brackets that follow it.  Opening
 * quotation marks count as closing ones if they are the same character.
 *
 * Threads: pure functions.
 */
#ifndef ENGINE_DATA_SENTENCES_H
#define ENGINE_DATA_SENTENCES_H

#include <stddef.h>

/* The role of a token in a sentence. */
enum sentence_mark { MARK_NONE, MARK_ENDS, MARK_CLOSES };

enum sentence_mark sentence_mark(const char *token, size_t len);

/* The end (exclusive) of the sentence that begins with token i of n, where
 * mark[] has the tokens' marks; n if mark is NULL. */
int sentence_end(const char *mark, int i, int n);

#endif
