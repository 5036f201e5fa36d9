/*
 * http_response.h - headers of a server's response that a download needs.
 */
#ifndef FETCH_HTTP_RESPONSE_H
#define FETCH_HTTP_RESPONSE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/str.h"

struct http_response {
    struct str etag, modified;
    long long from;  /* first byte, by Content-Range; -1: no such header */
    long long whole; /* file size, of a Content-Range without a range; else
                        -1 */
    bool begun;      /* its first bytes were checked */
};

void http_response_clear(struct http_response *a);
void http_response_release(struct http_response *a);

/* Read a header line of n bytes; a status line begins a new response, as after
 * a redirect. */
void http_response_header(struct http_response *a, const char *line, size_t n);

/* The name of this version of the file: a strong ETag (a weak one may be shared
 * by other bytes), or else the time of its last change.  "" if it has none. */
const char *http_response_version(const struct http_response *a);

#endif
