/*
 * running_text.h - a corpus to learn word vectors from: its running words by
 * number, sentence by sentence.
 *
 *     running_text_add(&r, word, len) for each word,
 *     running_text_end(&r)            behind each sentence,
 *     running_text_keep(&r, 5, e)     once, behind all of them
 *
 * keep() leaves out the words that come less often, as if they had not been
 * there, and numbers the others by how often they come, the most frequent
 * first, of equals in the order of their bytes.  All of it is kept in memory:
 * four bytes a running word.
 *
 * Threads: one at a time; read-only once kept.
 */
#ifndef ENGINE_WORD_VECTORS_RUNNING_TEXT_H
#define ENGINE_WORD_VECTORS_RUNNING_TEXT_H

#include "base/core/error.h"
#include "base/numbers/digest.h"
#include "text/language/vocabulary.h"

/* A sentence of more words is taken for several. */
enum { SENTENCE_MOST = 10000 };

struct running_text {
    struct vocabulary words; /* in the order they first came; owned */
    int n;                   /* words that are kept */
    const char **text;       /* owned [n]; borrowed of `words` */
    long *count;             /* owned [n]: how often each comes */
    int room;
    int32_t *token; /* owned [tokens] */
    size_t tokens, token_room;
    size_t *end; /* owned [sentences]: behind each one's last token */
    size_t sentences, end_room;
    size_t refused; /* words that no file of vectors can have */
};

void running_text_init(struct running_text *r);
void running_text_release(struct running_text *r);

/* A word with a blank or an end of a line is left out, and counted: no file of
 * vectors can have it. */
void running_text_add(struct running_text *r, const char *word, size_t len);
void running_text_end(struct running_text *r);

/* Fails when no word comes often enough. */
int running_text_keep(struct running_text *r, long least, struct error *e);

/* The number of the sentence that a token is in, by its place in the text. */
size_t running_text_sentence(const struct running_text *r, size_t place);

/* Once kept, to a file (vectors_file.h): a sentence a line, its words
 * between blanks. */
int running_text_write(const struct running_text *r, const char *path,
                       bool force, struct error *e);

/* Of words and sentences, once kept. */
struct digest running_text_digest(const struct running_text *r);

#endif
