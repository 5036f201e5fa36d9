/*
 * english_exceptions.h - words of English that tokens_english.h cuts by heart:
 * contractions, and short words whose dot belongs to them.
 *
 * Threads: pure functions.
 */
#ifndef TEXT_LANGUAGE_ENGLISH_EXCEPTIONS_H
#define TEXT_LANGUAGE_ENGLISH_EXCEPTIONS_H

#define ENGLISH_LONGEST 12 /* bytes of one */

struct english_exception {
    const char *text;
    unsigned char cut[2]; /* where the next token begins; 0: no more */
};

/* The word's, or NULL; contractions may begin with a large letter. */
const struct english_exception *english_exception(const char *word);

#endif
