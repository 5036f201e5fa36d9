/*
 * words.h - a vocabulary as a model sees it: numbers, texts, word vectors,
 * characters.
 *
 * Parts of examples share one or have one each.
 *
 * Threads: read-only once made.
 */
#ifndef ENGINE_DATA_WORDS_H
#define ENGINE_DATA_WORDS_H

#include "engine/data/columns.h"
#include "text/language/subwords.h"

/* Numbers every vocabulary of characters begins with. */
enum {
    CHARACTER_NONE,    /* of a token that is no word: <null>, <begin>, ... */
    CHARACTER_UNKNOWN, /* of TOKEN_UNKNOWN, whose spelling nobody knows */
    CHARACTER_FIRST,   /* the first code point */
};
extern const char *const character_names[CHARACTER_FIRST]; /* "<none>", ... */

/*
 * The characters - Unicode's code points - that words are spelt with.  They
 * are those of the vocabulary's words, numbered in the order they come there:
 * where the vocabulary is that of the training split, so are they.
 */
struct characters {
    int n;            /* numbers are below this, CHARACTER_FIRST included */
    char **text;      /* owned [n], each too */
    int most;         /* a word's first ones are kept, so many */
    struct column of; /* each token's, ragged: one or more */
};

struct words {
    int n;          /* token numbers are below this, TOKEN_FIRST included */
    char **text;    /* owned [n], each too; NULL where nobody asks */
    float *vectors; /* owned [n x width] those of the task, or NULL */
    int width;
    double words_found;            /* share of distinct words with a vector */
    double tokens_found;           /* share of running tokens */
    struct characters *characters; /* owned; NULL where nobody asks */
    struct subwords *subwords;     /* owned: what they are the tokens of, number
                                      TOKEN_FIRST the first byte; or NULL */
};

/* Give words that have texts, and no characters yet, the first `most` of
 * each. */
void words_add_characters(struct words *w, int most);

/* Give them subwords, zeroed, to be filled; returns them. */
struct subwords *words_add_subwords(struct words *w);

/* Make them the tokens of their subwords, which are complete now, with their
 * names. */
void words_name_subwords(struct words *w);

void words_release(struct words *w);
void words_image(struct words *w, struct image *m);

#endif
