/*
 * answer.h - what a server's headers say of the file that follows.
 */
#ifndef FETCH_ANSWER_H
#define FETCH_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/str.h"

struct answer {
    struct str etag, modified;
    long long from;  /* of Content-Range; -1: it has none */
    long long whole; /* the file's bytes, of a Content-Range without any; -1 */
    bool begun;      /* its first bytes were looked at */
};

void answer_clear(struct answer *a);
void answer_release(struct answer *a);

/* Take in a line of n bytes; a status line begins another answer, as behind a
 * redirect. */
void answer_header(struct answer *a, const char *line, size_t n);

/* The name of this version of the file: a strong ETag, for a weak one may be
 * that of other bytes, too, or when it was last changed.  "": it has none. */
const char *answer_version(const struct answer *a);

#endif
