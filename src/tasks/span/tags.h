/*
 * tags.h - parts of speech, entities and lemmas of texts, from files of them.
 *
 * A line a text, in five columns between tabs: XXH3-64 of the text's bytes, 16
 * hexadecimal digits; then, between spaces and one a token, `start:length` in
 * code points, the part of speech, the entity's type, the lemma.  A token of
 * another cut takes the tag of the token in which it begins.  A text may have
 * more lines than one where they are the same.
 *
 * Parts of speech and entities are numbered in the order they come in the
 * files; 0 is of tokens that lie in none.
 *
 * Threads: read-only once read.
 */
#ifndef TASKS_SPAN_TAGS_H
#define TASKS_SPAN_TAGS_H

#include "base/core/error.h"
#include "base/numbers/digest.h"
#include "text/language/vocabulary.h"

/* A token's. */
struct tag {
    int32_t from, end; /* code points */
    int32_t lemma;     /* of tags.lemma */
    uint8_t pos, entity;
};

/* A text's. */
struct tags_line {
    size_t first;  /* of the tags; they go on to the next text's */
    uint64_t hash; /* of the line */
    int file;
    long number;
};

struct tags {
    struct vocabulary text; /* hashes of texts, as they stand there */
    struct vocabulary file; /* their names */
    struct vocabulary pos, entity, lemma;
    struct tag *tag; /* owned */
    size_t n, room;
    struct tags_line *line; /* owned [text.n] */
    int line_room;
};

void tags_init(struct tags *t);
void tags_release(struct tags *t);

/* Add a file's. */
int tags_read(struct tags *t, const char *path, struct digest *d,
              struct error *e);

/* The tags of a text in rising order; NULL when there are none.  A place beyond
 * the text is an error. */
int tags_of(const struct tags *t, const char *text, size_t len,
            const struct tag **tag, size_t *n, struct error *e);

/* Tags of a text's tokens; token i of n is bytes offset[2 i] to offset[2 i + 1]
 * of it.  out[i], borrowed, is NULL where it begins in no token that has one.
 * It is an error that the text, unless it is but white space, has no line. */
int tags_of_tokens(const struct tags *t, const char *text, size_t len,
                   const int32_t *offset, int n, const struct tag **out,
                   struct error *e);

#endif
