/*
 * sentences.h - where the sentences of a text end, by its tokens.
 *
 * A sentence ends behind a token of nothing but . ! ? and the ellipsis, and
 * behind the quotation marks and closing brackets that follow it; those that
 * open a quotation are not told from those that end one where they are the same
 * character.
 *
 * Threads: pure functions.
 */
#ifndef ENGINE_DATA_SENTENCES_H
#define ENGINE_DATA_SENTENCES_H

#include <stddef.h>

/* What a token is to sentences. */
enum sentence_mark { MARK_NONE, MARK_ENDS, MARK_CLOSES };

enum sentence_mark sentence_mark(const char *token, size_t len);

/* One behind the sentence that begins with token i of n, whose marks these are;
 * n where there are none (NULL). */
int sentence_end(const char *mark, int i, int n);

#endif
