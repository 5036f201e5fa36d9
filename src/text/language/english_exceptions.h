/*
 * english_exceptions.h - English words that tokens_english.h cuts by a list:
 * contractions, and short words that include their dot.
 *
 * Threads: pure functions.
 */
#ifndef TEXT_LANGUAGE_ENGLISH_EXCEPTIONS_H
#define TEXT_LANGUAGE_ENGLISH_EXCEPTIONS_H

#define ENGLISH_LONGEST 12 /* most bytes of one */

struct english_exception {
    const char *text;
    unsigned char cut[2]; /* where the next tokens begin; 0: no more */
};

/* The exception of a word, or NULL; contractions may begin with a capital
 * letter. */
const struct english_exception *english_exception(const char *word);

#endif
