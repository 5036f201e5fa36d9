/*
 * tags.h - parts of speech, entities and lemmas of texts, from files of them.
 *
 * A line a text, in five columns between tabs: XXH3-64 of the text's bytes, 16
 * hexadecimal digits; then, between spaces and one a token, `start:length` in
 * code points, the part of speech, the entity's type, the lemma.  A token of
 * another cut takes the tag of the token in which it begins.
 *
 * Parts of speech and entities are numbered in the order they come in the
 * files; 0 is of tokens that lie in none.
 *
 * Threads: read-only once read.
 */
#ifndef TASK_TAGS_H
#define TASK_TAGS_H

#include "base/digest.h"
#include "base/error.h"
#include "text/vocabulary.h"

/* A token's. */
struct tag {
    int32_t from, end; /* code points */
    int32_t lemma;     /* of tags.lemma */
    uint8_t pos, entity;
};

struct tags {
    struct vocabulary text; /* hashes of texts, as they stand there */
    struct vocabulary pos, entity, lemma;
    struct tag *tag; /* owned */
    size_t n, room;
    size_t *start; /* owned [text.n + 1]: a text's first */
    size_t start_room;
};

void tags_init(struct tags *t);
void tags_release(struct tags *t);

/* Add a file's; of a text's lines the first counts. */
int tags_read(struct tags *t, const char *path, struct digest *d,
              struct error *e);

/* The tags of a text in rising order; NULL when there are none. */
const struct tag *tags_of(const struct tags *t, const char *text, size_t len,
                          size_t *n);

#endif
