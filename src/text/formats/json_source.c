#include "text/formats/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/utf8.h"
#include "text/files/lines.h"
#include "text/files/unpack.h"
#include "text/formats/json_internal.h"

enum { CHUNK = 1 << 16 };

struct json_place json_place(const struct json *j)
{
    return (struct json_place){j->line,
                               (size_t)((ptrdiff_t)j->at - j->line_at) + 1};
}

int json_error(const struct json *j, struct json_place at, struct error *e,
               const char *fmt, ...)
{
    char text[1000];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    error_set(e, "%s", text);
    if (!j->path)
        return error_in(e, "column %zu", at.column);
    return error_in(e, "file '%s', line %ld, column %zu", j->path, at.line,
                    at.column);
}

/* Read more, after all was consumed.  False at the end, and if the file cannot
 * be read. */
static bool refill(struct json *j)
{
    const size_t rest = j->read - j->len;
    long n = 0;

    if (!j->unpack || j->failed)
        return false;
    memmove(j->bytes, j->bytes + j->len, rest);
    j->line_at -= (ptrdiff_t)j->len;
    j->at = 0;
    if (!j->ended)
        n = unpack_read(j->unpack, j->bytes + rest, CHUNK, &j->why);
    if (n < 0) {
        j->failed = true;
        error_in(&j->why, "file '%s'", j->path);
        n = 0;
    }
    j->ended = n < CHUNK;
    j->read = rest + (size_t)n;
    j->len = j->failed ? 0 : utf8_valid(j->bytes, j->read);
    if (!j->failed && j->read && !j->len) {
        j->failed = true;
        json_error(j, json_place(j), &j->why,
                   "found byte 0x%02x, expected valid UTF-8",
                   (unsigned char)j->bytes[0]);
    }
    return j->len > 0;
}

int json_read_on(struct json *j)
{
    return refill(j) ? (unsigned char)j->text[j->at] : -1;
}

void json_skip_space(struct json *j)
{
    for (int c;
         (c = json_peek(j)) == ' ' || c == '\t' || c == '\n' || c == '\r';
         j->at++)
        if (c == '\n') {
            j->line++;
            j->line_at = (ptrdiff_t)j->at + 1;
        }
}

int json_expected(struct json *j, struct json_place at, const char *found,
                  const char *expected)
{
    return json_error(j, at, j->e, "found %s, expected %s", found, expected);
}

static const char *the_end(const struct json *j)
{
    return j->path ? "the file's end" : "the line's end";
}

int json_unexpected(struct json *j, const char *expected)
{
    char found[16];
    const int c = json_peek(j);

    if (j->failed) {
        *j->e = j->why;
        return -1;
    }
    if (c >= 0x20 && c < 0x7f)
        snprintf(found, sizeof(found), "'%c'", c);
    else if (c >= 0)
        snprintf(found, sizeof(found), "byte 0x%02x", (unsigned)c);
    else
        snprintf(found, sizeof(found), "%s", the_end(j));
    return json_expected(j, json_place(j), found, expected);
}

int json_step(struct json *j, char c, const char *expected)
{
    if (json_peek(j) != c)
        return json_unexpected(j, expected);
    j->at++;
    return 0;
}

struct json *json_open(const char *path, struct error *e)
{
    struct json *j = memory_zeroed(1, sizeof(*j));

    j->path = memory_string(path);
    j->unpack = unpack_open(path, e);
    if (!j->unpack) {
        error_in(e, "file '%s'", path);
        json_close(j);
        return NULL;
    }
    j->text = j->bytes = memory_new(2 * CHUNK);
    j->line = 1;
    if (refill(j) && j->len >= 3 && !memcmp(j->text, "\xef\xbb\xbf", 3))
        j->at = 3;
    return j;
}

struct json *json_line(const char *text, size_t len)
{
    struct json *j = memory_zeroed(1, sizeof(*j));

    *j = (struct json){.text = text, .len = len, .read = len, .line = 1};
    return j;
}

void json_close(struct json *j)
{
    if (!j)
        return;
    unpack_close(j->unpack);
    free(j->bytes);
    free(j->path);
    free(j);
}

int json_end(struct json *j, struct error *e)
{
    j->e = e;
    json_skip_space(j);
    return json_peek(j) >= 0 || j->failed ? json_unexpected(j, the_end(j)) : 0;
}

struct digest json_digest(const struct json *j)
{
    return unpack_digest(j->unpack);
}
