/*
 * running_text.h - a corpus to learn word vectors from: the numbers of its
 * running words, by sentence.
 *
 *     running_text_add(&r, word, len) for each word,
 *     running_text_end(&r)            after each sentence,
 *     running_text_keep(&r, 5, e)     once, after all sentences
 *
 * keep() removes the words that occur less often, as if they had not been
 * there, and numbers the others by frequency, the most frequent first, equally
 * frequent words in the order of their bytes.  The whole text stays in memory:
 * four bytes a running word.
 *
 * Threads: one at a time; read-only after keep().
 */
#ifndef ENGINE_WORD_VECTORS_RUNNING_TEXT_H
#define ENGINE_WORD_VECTORS_RUNNING_TEXT_H

#include "base/core/error.h"
#include "base/numbers/digest.h"
#include "text/language/vocabulary.h"

/* A longer sentence is split. */
enum { SENTENCE_MOST = 10000 };

struct running_text {
    struct vocabulary words; /* in the order of their first occurrence; owned */
    int n;                   /* number of kept words */
    const char **text;       /* owned [n]; points into `words` */
    long *count;             /* owned [n]: occurrences of each */
    int room;
    int32_t *token; /* owned [tokens] */
    size_t tokens, token_room;
    size_t *end; /* owned [sentences]: the place after each one's last token */
    size_t sentences, end_room;
    size_t refused; /* number of words that a vectors file cannot contain */
};

void running_text_init(struct running_text *r);
void running_text_release(struct running_text *r);

/* Add a word.  A word with a blank or an end of line is left out, and counted
 * in `refused`: a vectors file cannot contain it. */
void running_text_add(struct running_text *r, const char *word, size_t len);
void running_text_end(struct running_text *r);

/* Fails if no word occurs often enough. */
int running_text_keep(struct running_text *r, long least, struct error *e);

/* The number of the sentence that contains a token, given by its place in the
 * text. */
size_t running_text_sentence(const struct running_text *r, size_t place);

/* After keep(), write to a file (vectors_file.h): one sentence a line, with
 * blanks between words. */
int running_text_write(const struct running_text *r, const char *path,
                       bool force, struct error *e);

/* A digest of words and sentences, after keep(). */
struct digest running_text_digest(const struct running_text *r);

#endif
