#include "config.h"

#include "fetch/http_response.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

void http_response_clear(struct http_response *a)
{
    str_clear(&a->etag);
    str_clear(&a->modified);
    a->from = a->whole = -1;
    a->begun = false;
}

static bool header_is(const char *line, size_t n, const char *name,
                      struct str *value)
{
    const size_t len = strlen(name);

    if (n <= len || strncasecmp(line, name, len) != 0)
        return false;
    while (n > len && (line[n - 1] == '\n' || line[n - 1] == '\r'))
        n--;
    for (line += len, n -= len; n && *line == ' '; line++)
        n--;
    str_clear(value);
    str_add(value, line, n);
    return true;
}

void http_response_header(struct http_response *a, const char *line, size_t n)
{
    struct str range = {0};

    if (n > 5 && !strncmp(line, "HTTP/", 5))
        http_response_clear(a);
    header_is(line, n, "ETag:", &a->etag);
    header_is(line, n, "Last-Modified:", &a->modified);
    if (header_is(line, n, "Content-Range:", &range) &&
        !sscanf(str_text(&range), "bytes */%lld", &a->whole))
        sscanf(str_text(&range), "bytes %lld-", &a->from);
    str_release(&range);
}

const char *http_response_version(const struct http_response *a)
{
    const bool strong = a->etag.len && a->etag.s[0] == '"';

    return str_text(strong ? &a->etag : &a->modified);
}

void http_response_release(struct http_response *a)
{
    str_release(&a->etag);
    str_release(&a->modified);
}
