/*
 * http_response.h - what a server's headers say of the file that follows.
 */
#ifndef FETCH_HTTP_RESPONSE_H
#define FETCH_HTTP_RESPONSE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/str.h"

struct http_response {
    struct str etag, modified;
    long long from;  /* of Content-Range; -1: it has none */
    long long whole; /* the file's bytes, of a Content-Range without any; -1 */
    bool begun;      /* its first bytes were looked at */
};

void http_response_clear(struct http_response *a);
void http_response_release(struct http_response *a);

/* Take in a line of n bytes; a status line begins another answer, as behind a
 * redirect. */
void http_response_header(struct http_response *a, const char *line, size_t n);

/* The name of this version of the file: a strong ETag, for a weak one may be
 * that of other bytes, too, or when it was last changed.  "": it has none. */
const char *http_response_version(const struct http_response *a);

#endif
