#include "text/files/lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/utf8.h"
#include "text/files/unpack.h"

enum { CHUNK = 1 << 16 };

struct lines {
    char *where; /* owned: "file 'PATH'" */
    lines_read *read;
    void *of;
    struct unpack *unpack; /* owned; or NULL */
    char *bytes; /* [room + 1]; read and not returned yet: [at, len) */
    size_t at, len, room;
    long number;
    int end; /* nothing more to read */
};

/* Errors of unpacking have no line number, only the file. */
static int file_error(const struct lines *l, struct error *e)
{
    return error_in(e, "%s", l->where);
}

struct lines *lines_of(lines_read *read, void *of)
{
    struct lines *l = memory_zeroed(1, sizeof(*l));

    l->read = read;
    l->of = of;
    l->room = CHUNK;
    l->bytes = memory_new(l->room + 1);
    return l;
}

void lines_begin(struct lines *l, const char *where)
{
    free(l->where);
    l->where = memory_string(where);
    l->at = l->len = 0;
    l->number = 0;
    l->end = 0;
}

static long read_unpacked(void *of, void *out, size_t n, struct error *e)
{
    return unpack_some(of, out, n, e);
}

struct lines *lines_open(const char *path, struct error *e)
{
    struct unpack *u = unpack_open(path, e);

    if (!u) {
        error_in(e, "file '%s'", path);
        return NULL;
    }
    struct lines *l = lines_of(read_unpacked, u);

    l->unpack = u;
    l->where = memory_format("file '%s'", path);
    return l;
}

void lines_close(struct lines *l)
{
    if (!l)
        return;
    unpack_close(l->unpack);
    free(l->bytes);
    free(l->where);
    free(l);
}

/* Append more bytes to those read. */
static int read_on(struct lines *l, struct error *e)
{
    long n;

    memmove(l->bytes, l->bytes + l->at, l->len - l->at);
    l->len -= l->at;
    l->at = 0;
    if (l->room - l->len < CHUNK) {
        l->room = 2 * l->room;
        l->bytes = memory_resize(l->bytes, l->room + 1);
    }
    n = l->read(l->of, l->bytes + l->len, CHUNK, e);
    if (n < 0)
        return file_error(l, e);
    l->len += (size_t)n;
    l->end = n == 0;
    return 0;
}

static bool has_mark_of_utf16(const char *line, size_t len)
{
    return len >= 2 &&
           (!memcmp(line, "\xff\xfe", 2) || !memcmp(line, "\xfe\xff", 2));
}

static int check(const struct lines *l, const char *line, size_t len,
                 struct error *e)
{
    size_t bad = utf8_valid(line, len);
    const char *nul = memchr(line, 0, len);

    if (l->number == 1 && has_mark_of_utf16(line, len))
        return lines_error(l, e,
                           "found text in UTF-16, expected UTF-8 (iconv "
                           "-f UTF-16 -t UTF-8 makes it so)");
    if (nul)
        return lines_error(l, e, "byte %zu: found a NUL, expected text",
                           (size_t)(nul - line) + 1);
    if (bad < len)
        return lines_error(l, e, "byte %zu: found 0x%02x, expected valid UTF-8",
                           bad + 1, (unsigned char)line[bad]);
    return 0;
}

static int too_long(const struct lines *l, struct error *e)
{
    char text[100];

    snprintf(text, sizeof(text),
             "found no line's end for %zu bytes, expected one within %zu",
             l->len - l->at, LINES_LONGEST);
    return lines_error_at(l, l->number + 1, e, text);
}

/* Set *len to the length of the line that begins at l->at, reading more if
 * necessary.  Returns 1, 0 at the end, or -1. */
static int find_end(struct lines *l, size_t *len, struct error *e)
{
    size_t seen = 0;

    for (;;) {
        const char *from = l->bytes + l->at + seen;
        const char *nl = memchr(from, '\n', l->len - l->at - seen);

        if (nl) {
            *len = (size_t)(nl - (l->bytes + l->at));
            return 1;
        }
        seen = l->len - l->at;
        if (l->end) {
            *len = seen;
            return seen > 0;
        }
        if (seen > LINES_LONGEST)
            return too_long(l, e);
        if (read_on(l, e))
            return -1;
    }
}

/* Skip a byte order mark. */
static int begin(struct lines *l, struct error *e)
{
    static const char mark[] = "\xef\xbb\xbf";

    while (l->len < 3 && !l->end && !memcmp(l->bytes, mark, l->len))
        if (read_on(l, e))
            return -1;
    if (l->len >= 3 && !memcmp(l->bytes, mark, 3))
        l->at = 3;
    return 0;
}

int lines_next(struct lines *l, char **line, size_t *len, struct error *e)
{
    int found;

    if (!l->number && begin(l, e))
        return -1;
    found = find_end(l, len, e);
    if (found <= 0)
        return found;
    l->number++;
    *line = l->bytes + l->at;
    l->at += *len + (l->at + *len < l->len);
    if (*len && (*line)[*len - 1] == '\r')
        --*len;
    (*line)[*len] = 0;
    return check(l, *line, *len, e) ? -1 : 1;
}

long lines_number(const struct lines *l)
{
    return l->number;
}

struct digest lines_digest(const struct lines *l)
{
    return unpack_digest(l->unpack);
}

int lines_error_at(const struct lines *l, long number, struct error *e,
                   const char *text)
{
    error_set(e, "%s", text);
    if (!number)
        return file_error(l, e);
    return error_in(e, "%s, line %ld", l->where, number);
}

int lines_error(const struct lines *l, struct error *e, const char *fmt, ...)
{
    char text[1000];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    return lines_error_at(l, l->number, e, text);
}
