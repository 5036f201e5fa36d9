/*
 * json_internal.h - what the files of json.h share: the bytes, and the reader's
 * position in them.
 */
#ifndef TEXT_FORMATS_JSON_INTERNAL_H
#define TEXT_FORMATS_JSON_INTERNAL_H

#include "text/formats/json.h"

struct json {
    char *path;            /* owned; NULL: a line */
    struct unpack *unpack; /* owned; NULL: a line */
    char *bytes;           /* owned [2 CHUNK]; NULL: a line */
    const char *text;      /* what is read and not consumed: [at, len) */
    size_t at, len;        /* all of it valid UTF-8 */
    size_t read;       /* [len, read) is incomplete UTF-8, until more is read */
    long line;         /* from 1 */
    ptrdiff_t line_at; /* where it begins, from text; may be below 0 */
    int depth;         /* number of open objects and arrays */
    bool first;        /* no member or element of the innermost yet */
    bool ended;        /* nothing more in the file */
    bool failed;
    struct json_place name_at; /* where the last member's name begins */
    struct error why;          /* of `failed` */
    struct error *e;           /* of the current call */
};

/* The next byte; -1 at the end, and if the file cannot be read:
 * json_unexpected() distinguishes the two. */
int json_read_on(struct json *j);
static inline int json_peek(struct json *j)
{
    return j->at < j->len ? (unsigned char)j->text[j->at] : json_read_on(j);
}

void json_skip_space(struct json *j);
struct json_place json_place(const struct json *j);

/* Error: "found X, expected Y", X being the next byte.  Returns -1. */
int json_unexpected(struct json *j, const char *expected);
int json_expected(struct json *j, struct json_place at, const char *found,
                  const char *expected);

/* Consume the byte c, which has to be next. */
int json_step(struct json *j, char c, const char *expected);

/* Append the text or number that begins here to out; NULL: only check it. */
int json_read_text(struct json *j, struct str *out);
int json_read_number(struct json *j, struct str *out);
bool json_at_number(struct json *j);

#endif
