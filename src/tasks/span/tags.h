/*
 * tags.h - parts of speech, entities and lemmas of texts, from files of tags.
 *
 * A line describes a text, in five columns separated by tabs.  The first is
 * XXH3-64 of the text's bytes, 16 hexadecimal digits.  The others have one item
 * per token, separated by spaces: `start:length` in code points, the part of
 * speech, the entity's type, the lemma.  If codarun cuts the text differently,
 * a token takes the tag of the tagged token in which it begins.  A text may
 * have several lines if they are equal.
 *
 * Parts of speech and entities are numbered in the order in which they occur in
 * the files; 0 is for tokens that begin in no tagged token.
 *
 * Threads: read-only once read.
 */
#ifndef TASKS_SPAN_TAGS_H
#define TASKS_SPAN_TAGS_H

#include "base/core/error.h"
#include "base/numbers/digest.h"
#include "text/language/vocabulary.h"

/* The tag of a token. */
struct tag {
    int32_t from, end; /* code points */
    int32_t lemma;     /* index in tags.lemma */
    uint8_t pos, entity;
};

/* The tags of a text. */
struct tags_line {
    size_t first;  /* index of the first tag; the last is before the next
                      text's first */
    uint64_t hash; /* hash of the line */
    int file;
    long number;
};

struct tags {
    struct vocabulary text; /* hashes of texts, as in the files */
    struct vocabulary file; /* names of the files */
    struct vocabulary pos, entity, lemma;
    struct tag *tag; /* owned */
    size_t n, room;
    struct tags_line *line; /* owned [text.n] */
    int line_room;
};

void tags_init(struct tags *t);
void tags_release(struct tags *t);

/* Add the tags of a file. */
int tags_read(struct tags *t, const char *path, struct digest *d,
              struct error *e);

/* Find the tags of a text in rising order; NULL if there are none.  A tag
 * beyond the text's end is an error. */
int tags_of(const struct tags *t, const char *text, size_t len,
            const struct tag **tag, size_t *n, struct error *e);

/* Find the tags of a text's tokens; token i of n is bytes offset[2 i] to
 * offset[2 i + 1] of it.  out[i], borrowed, is NULL if the token begins in no
 * tagged token.  An error if the text has no line, unless it is only white
 * space. */
int tags_of_tokens(const struct tags *t, const char *text, size_t len,
                   const int32_t *offset, int n, const struct tag **out,
                   struct error *e);

#endif
