/*
 * words.h - a vocabulary as a model sees it: numbers, texts, word vectors,
 * characters.
 *
 * The parts of examples share one vocabulary or have one each.
 *
 * Threads: read-only once made.
 */
#ifndef ENGINE_DATA_WORDS_H
#define ENGINE_DATA_WORDS_H

#include "engine/data/columns.h"
#include "text/language/subwords.h"

/* Numbers that every vocabulary of characters begins with. */
enum {
    CHARACTER_NONE,    /* for a token that is no word: <null>, <begin>, ... */
    CHARACTER_UNKNOWN, /* for TOKEN_UNKNOWN, whose characters are not known */
    CHARACTER_FIRST,   /* the first code point */
};
extern const char *const character_names[CHARACTER_FIRST]; /* "<none>", ... */

/*
 * The characters (Unicode code points) of words.  They are those of the
 * vocabulary's words, numbered in order of occurrence; if the vocabulary is
 * that of the training split, so are the characters.
 */
struct characters {
    int n;            /* all numbers are below n, CHARACTER_FIRST included */
    char **text;      /* owned [n], each string too */
    int most;         /* most characters kept of a word, its first ones */
    struct column of; /* characters of each token, ragged: one or more */
};

struct words {
    int n;          /* token numbers are below n, TOKEN_FIRST included */
    char **text;    /* owned [n], each string too; NULL if not needed */
    float *vectors; /* owned [n x width] the task's vectors, or NULL */
    int width;
    double words_found;            /* share of distinct words with a vector */
    double tokens_found;           /* share of running tokens */
    struct characters *characters; /* owned; NULL if not needed */
    struct subwords *subwords;     /* owned: the subwords that are its tokens,
                                      the first byte having number TOKEN_FIRST;
                                      or NULL */
};

/* Add characters, the first `most` of each word, to words that have texts and
 * no characters yet. */
void words_add_characters(struct words *w, int most);

/* Add zeroed subwords, to be filled in; returns them. */
struct subwords *words_add_subwords(struct words *w);

/* Make the subwords, now complete, the tokens of these words, with their
 * names. */
void words_name_subwords(struct words *w);

void words_release(struct words *w);
void words_image(struct words *w, struct image *m);

#endif
