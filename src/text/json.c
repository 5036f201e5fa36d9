#include "text/json.h"

#include <stdint.h>
#include <string.h>
#include <utf8proc.h>

enum { DEEPEST = 100 };

struct reader {
    const char *text; /* NUL-terminated or not: len counts */
    size_t at, len;
    struct error *e;
};

static int peek(const struct reader *r)
{
    return r->at < r->len ? (unsigned char)r->text[r->at] : -1;
}

static void skip_space(struct reader *r)
{
    while (peek(r) == ' ' || peek(r) == '\t' || peek(r) == '\r')
        r->at++;
}

static int fail_at(struct reader *r, size_t at, const char *found,
                   const char *expected)
{
    return error_set(r->e, "column %zu: found %s, expected %s", at + 1, found,
                     expected);
}

static int unexpected(struct reader *r, const char *expected)
{
    char found[16] = "the line's end";
    int c = peek(r);

    if (c >= 0x20 && c < 0x7f)
        found[0] = '\'', found[1] = (char)c, found[2] = '\'', found[3] = 0;
    else if (c >= 0)
        memcpy(found, "byte 0x", 7), found[7] = "0123456789abcdef"[c >> 4],
                                     found[8] = "0123456789abcdef"[c & 15],
                                     found[9] = 0;
    return fail_at(r, r->at, found, expected);
}

static int expect(struct reader *r, char c, const char *expected)
{
    if (peek(r) != c)
        return unexpected(r, expected);
    r->at++;
    return 0;
}

static int hex4(struct reader *r, uint32_t *value)
{
    *value = 0;
    for (int i = 0; i < 4; i++) {
        int c = peek(r);
        int digit = c >= '0' && c <= '9'                 ? c - '0'
                    : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                         : -1;

        if (digit < 0)
            return unexpected(r, "four hexadecimal digits behind \\u");
        *value = *value << 4 | (uint32_t)digit;
        r->at++;
    }
    return 0;
}

/* Behind "\u": one code point, of two escapes when it is a surrogate pair. */
static int read_point(struct reader *r, struct str *out)
{
    size_t start = r->at - 2;
    uint8_t bytes[4];
    uint32_t c, low;

    if (hex4(r, &c))
        return -1;
    if (c >= 0xd800 && c < 0xdc00) {
        if (r->len - r->at < 2 || memcmp(r->text + r->at, "\\u", 2) != 0)
            return fail_at(r, start, "half a surrogate pair", "both halves");
        r->at += 2;
        if (hex4(r, &low))
            return -1;
        if (low < 0xdc00 || low >= 0xe000)
            return fail_at(r, start, "half a surrogate pair", "both halves");
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    } else if (c >= 0xdc00 && c < 0xe000) {
        return fail_at(r, start, "half a surrogate pair", "both halves");
    } else if (!c) {
        return fail_at(r, start, "a NUL", "text");
    }
    if (out)
        str_add(out, bytes,
                (size_t)utf8proc_encode_char((utf8proc_int32_t)c, bytes));
    return 0;
}

static int read_escape(struct reader *r, struct str *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    int c = peek(r);
    const char *known = c > 0 ? strchr(from, c) : NULL;

    if (c == 'u') {
        r->at++;
        return read_point(r, out);
    }
    if (!known)
        return unexpected(r, "one of \"\\/bfnrtu behind a backslash");
    r->at++;
    if (out)
        str_add(out, &to[known - from], 1);
    return 0;
}

/* A text; out is NULL when nobody wants it. */
static int read_text(struct reader *r, struct str *out)
{
    if (expect(r, '"', "a text in double quotes"))
        return -1;
    for (;;) {
        size_t from = r->at;

        while (peek(r) >= 0x20 && peek(r) != '"' && peek(r) != '\\')
            r->at++;
        if (out)
            str_add(out, r->text + from, r->at - from);
        if (peek(r) == '"') {
            r->at++;
            return 0;
        }
        if (peek(r) != '\\')
            return unexpected(r, "the text's closing quote");
        r->at++;
        if (read_escape(r, out))
            return -1;
    }
}

static int digits(struct reader *r)
{
    if (peek(r) < '0' || peek(r) > '9')
        return unexpected(r, "a digit");
    while (peek(r) >= '0' && peek(r) <= '9')
        r->at++;
    return 0;
}

static int read_number(struct reader *r, struct str *out)
{
    size_t from = r->at;

    if (peek(r) == '-')
        r->at++;
    if (peek(r) == '0')
        r->at++;
    else if (digits(r))
        return -1;
    if (peek(r) == '.') {
        r->at++;
        if (digits(r))
            return -1;
    }
    if (peek(r) == 'e' || peek(r) == 'E') {
        r->at++;
        if (peek(r) == '+' || peek(r) == '-')
            r->at++;
        if (digits(r))
            return -1;
    }
    if (out)
        str_add(out, r->text + from, r->at - from);
    return 0;
}

static int skip_value(struct reader *r, int depth);

static int skip_members(struct reader *r, char close, int depth)
{
    r->at++;
    skip_space(r);
    if (peek(r) == close) {
        r->at++;
        return 0;
    }
    for (;;) {
        skip_space(r);
        if (close == '}') {
            if (read_text(r, NULL))
                return -1;
            skip_space(r);
            if (expect(r, ':', "':'"))
                return -1;
        }
        if (skip_value(r, depth + 1))
            return -1;
        skip_space(r);
        if (peek(r) == close) {
            r->at++;
            return 0;
        }
        if (expect(r, ',', close == '}' ? "',' or '}'" : "',' or ']'"))
            return -1;
    }
}

static int skip_value(struct reader *r, int depth)
{
    static const char *const words[] = {"true", "false", "null"};

    skip_space(r);
    if (depth > DEEPEST)
        return unexpected(r, "at most 100 values inside one another");
    if (peek(r) == '{')
        return skip_members(r, '}', depth);
    if (peek(r) == '[')
        return skip_members(r, ']', depth);
    if (peek(r) == '"')
        return read_text(r, NULL);
    if (peek(r) == '-' || (peek(r) >= '0' && peek(r) <= '9'))
        return read_number(r, NULL);
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);

        if (r->len - r->at >= n && !memcmp(r->text + r->at, words[i], n)) {
            r->at += n;
            return 0;
        }
    }
    return unexpected(r, "a value");
}

static struct json_want *wanted(struct json_want *want, int n, const char *key)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(want[i].key, key))
            return &want[i];
    return NULL;
}

static int read_member(struct reader *r, struct json_want *want, int n)
{
    struct json_want *w;
    struct str key = {0};
    size_t start = r->at;
    int bad = read_text(r, &key);

    w = wanted(want, n, str_text(&key));
    str_release(&key);
    if (bad)
        return -1;
    skip_space(r);
    if (expect(r, ':', "':'"))
        return -1;
    skip_space(r);
    if (!w)
        return skip_value(r, 1);
    if (w->found)
        return fail_at(r, start, "a member for the second time", "it once");
    w->found = true;
    if (peek(r) == '-' || (peek(r) >= '0' && peek(r) <= '9'))
        return read_number(r, &w->value);
    return read_text(r, &w->value);
}

int json_object(const char *text, size_t len, struct json_want *want, int n,
                struct error *e)
{
    struct reader r = {.text = text, .len = len, .e = e};

    for (int i = 0; i < n; i++) {
        str_clear(&want[i].value);
        want[i].found = false;
    }
    skip_space(&r);
    if (expect(&r, '{', "'{'"))
        return -1;
    skip_space(&r);
    while (peek(&r) != '}') {
        if (read_member(&r, want, n))
            return -1;
        skip_space(&r);
        if (peek(&r) == '}')
            break;
        if (expect(&r, ',', "',' or '}'"))
            return -1;
        skip_space(&r);
        if (peek(&r) == '}')
            return unexpected(&r, "a member");
    }
    r.at++;
    skip_space(&r);
    return r.at < r.len ? unexpected(&r, "the line's end") : 0;
}
