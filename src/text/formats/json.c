#include "text/formats/json.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "text/formats/json_internal.h"

enum { DEEPEST = 100 };

/* --- texts and numbers --------------------------------------------------- */

static int hex4(struct json *j, uint32_t *value)
{
    *value = 0;
    for (int i = 0; i < 4; i++) {
        const int c = json_peek(j);
        const int digit = c >= '0' && c <= '9' ? c - '0'
                          : (c | 32) >= 'a' && (c | 32) <= 'f'
                              ? (c | 32) - 'a' + 10
                              : -1;

        if (digit < 0)
            return json_unexpected(j, "four hexadecimal digits after \\u");
        *value = *value << 4 | (uint32_t)digit;
        j->at++;
    }
    return 0;
}

/* Read the second half of a surrogate pair, after the first. */
static int read_low(struct json *j, struct json_place start, uint32_t *c)
{
    uint32_t low = 0;

    for (int i = 0; i < 2; i++) {
        if (json_peek(j) != "\\u"[i] && !j->failed)
            return json_expected(j, start, "half a surrogate pair",
                                 "both halves");
        if (json_step(j, "\\u"[i], "both halves of a surrogate pair"))
            return -1;
    }
    if (hex4(j, &low))
        return -1;
    if (low < 0xdc00 || low >= 0xe000)
        return json_expected(j, start, "half a surrogate pair", "both halves");
    *c = 0x10000 + ((*c - 0xd800) << 10) + (low - 0xdc00);
    return 0;
}

/* Read a code point after "\u"; a surrogate pair takes two escapes. */
static int read_point(struct json *j, struct json_place start, struct str *out)
{
    uint8_t bytes[4];
    uint32_t c;

    if (hex4(j, &c))
        return -1;
    if (c >= 0xd800 && c < 0xdc00) {
        if (read_low(j, start, &c))
            return -1;
    } else if (c >= 0xdc00 && c < 0xe000) {
        return json_expected(j, start, "half a surrogate pair", "both halves");
    } else if (!c) {
        return json_expected(j, start, "a NUL", "text");
    }
    if (out)
        str_add(out, bytes,
                (size_t)utf8proc_encode_char((utf8proc_int32_t)c, bytes));
    return 0;
}

static int read_escape(struct json *j, struct str *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const struct json_place start = json_place(j);
    const char *known;
    int c;

    j->at++; /* the backslash */
    c = json_peek(j);
    if (c == 'u') {
        j->at++;
        return read_point(j, start, out);
    }
    known = c > 0 ? strchr(from, c) : NULL;
    if (!known)
        return json_unexpected(j, "one of \"\\/bfnrtu after a backslash");
    j->at++;
    if (out)
        str_add(out, &to[known - from], 1);
    return 0;
}

/* Read text up to a quote, a backslash or the end of the bytes. */
static void read_plain(struct json *j, struct str *out)
{
    const size_t from = j->at;

    while (j->at < j->len && (unsigned char)j->text[j->at] >= 0x20 &&
           j->text[j->at] != '"' && j->text[j->at] != '\\')
        j->at++;
    if (out)
        str_add(out, j->text + from, j->at - from);
}

/* An error if a stored text or number of a file exceeds any sensible length. */
static int check_length(const struct json *j, struct json_place start,
                        const char *what, const struct str *out)
{
    if (!out || !j->path || out->len <= JSON_LONGEST)
        return 0;
    return json_error(j, start, j->e,
                      "found a %s of more than %d bytes, expected at most so "
                      "many",
                      what, JSON_LONGEST);
}

/* Read a text; out is NULL if it is not wanted. */
int json_read_text(struct json *j, struct str *out)
{
    const struct json_place start = json_place(j);

    if (json_step(j, '"', "a text in double quotes"))
        return -1;
    for (int c; (c = json_peek(j)) != '"';) {
        if (c < 0x20)
            return json_unexpected(j, "the text's closing quote");
        if (c != '\\')
            read_plain(j, out);
        else if (read_escape(j, out))
            return -1;
        if (check_length(j, start, "text", out))
            return -1;
    }
    j->at++;
    return 0;
}

/* Consume a byte and store it. */
static void take(struct json *j, struct str *out)
{
    if (out)
        str_add(out, j->text + j->at, 1);
    j->at++;
}

static int digits(struct json *j, struct json_place start, struct str *out)
{
    if (json_peek(j) < '0' || json_peek(j) > '9')
        return json_unexpected(j, "a digit");
    while (json_peek(j) >= '0' && json_peek(j) <= '9') {
        take(j, out);
        if (check_length(j, start, "number", out))
            return -1;
    }
    return 0;
}

int json_read_number(struct json *j, struct str *out)
{
    const struct json_place start = json_place(j);

    if (json_peek(j) == '-')
        take(j, out);
    if (json_peek(j) == '0')
        take(j, out);
    else if (digits(j, start, out))
        return -1;
    if (json_peek(j) == '.') {
        take(j, out);
        if (digits(j, start, out))
            return -1;
    }
    if (json_peek(j) == 'e' || json_peek(j) == 'E') {
        take(j, out);
        if (json_peek(j) == '+' || json_peek(j) == '-')
            take(j, out);
        if (digits(j, start, out))
            return -1;
    }
    return 0;
}

bool json_at_number(struct json *j)
{
    return json_peek(j) == '-' || (json_peek(j) >= '0' && json_peek(j) <= '9');
}

/* --- values -------------------------------------------------------------- */

struct json_place json_here(struct json *j)
{
    json_skip_space(j);
    json_peek(j);
    return json_place(j);
}

int json_enter(struct json *j, char open, struct error *e)
{
    j->e = e;
    json_skip_space(j);
    if (j->depth == DEEPEST)
        return json_unexpected(j, "at most 100 values inside one another");
    if (json_step(j, open, open == '{' ? "'{'" : "'['"))
        return -1;
    j->depth++;
    j->first = true;
    return 0;
}

/* 1 if another value follows in the innermost object or array; 0 after its
 * end. */
static int another(struct json *j, char close, const char *one,
                   const char *either)
{
    const bool first = j->first;

    json_skip_space(j);
    j->first = false;
    if (json_peek(j) == close) {
        j->at++;
        j->depth--;
        return 0;
    }
    if (first)
        return 1;
    if (json_step(j, ',', either))
        return -1;
    json_skip_space(j);
    return json_peek(j) == close ? json_unexpected(j, one) : 1;
}

int json_member(struct json *j, struct str *name, struct error *e)
{
    j->e = e;
    const int more = another(j, '}', "a member", "',' or '}'");

    if (more <= 0)
        return more;
    if (name)
        str_clear(name);
    j->name_at = json_place(j);
    if (json_read_text(j, name))
        return -1;
    json_skip_space(j);
    return json_step(j, ':', "':'") ? -1 : 1;
}

int json_element(struct json *j, struct error *e)
{
    j->e = e;
    return another(j, ']', "a value", "',' or ']'");
}

int json_text(struct json *j, struct str *out, struct error *e)
{
    j->e = e;
    str_clear(out);
    json_skip_space(j);
    return json_read_text(j, out);
}

int json_number(struct json *j, struct str *out, struct error *e)
{
    j->e = e;
    str_clear(out);
    json_skip_space(j);
    return json_at_number(j) ? json_read_number(j, out)
                             : json_unexpected(j, "a number");
}

int json_count(struct json *j, int *out, struct error *e)
{
    const struct json_place start = json_here(j);
    struct str text = {0};
    char *end;
    long n;
    int bad = json_number(j, &text, e);

    n = strtol(str_text(&text), &end, 10);
    if (!bad && (*end || n < 0 || n > INT32_MAX))
        bad = json_error(j, start, e,
                         "found %.40s, expected a whole number from 0 to %d",
                         str_text(&text), INT32_MAX);
    *out = (int)n;
    str_release(&text);
    return bad;
}

/* Read one of the words that are values; its index, or -1. */
static int read_word(struct json *j, const char *const *words, int n,
                     const char *expected)
{
    for (int i = 0; i < n; i++) {
        const char *c = words[i];

        if (json_peek(j) != *c)
            continue;
        for (; *c; c++)
            if (json_step(j, *c, expected))
                return -1;
        return i;
    }
    return json_unexpected(j, expected);
}

int json_bool(struct json *j, bool *out, struct error *e)
{
    static const char *const words[] = {"false", "true"};
    int which;

    j->e = e;
    json_skip_space(j);
    which = read_word(j, words, 2, "true or false");
    *out = which == 1;
    return which < 0 ? -1 : 0;
}

int json_next(struct json *j)
{
    json_skip_space(j);
    return json_peek(j);
}

int json_refuse(struct json *j, const char *expected, struct error *e)
{
    j->e = e;
    json_skip_space(j);
    return json_unexpected(j, expected);
}

bool json_null(struct json *j, struct error *e)
{
    static const char *const word[] = {"null"};

    j->e = e;
    json_skip_space(j);
    return json_peek(j) == 'n' && read_word(j, word, 1, "null") == 0;
}

int json_skip(struct json *j, struct error *e)
{
    static const char *const words[] = {"true", "false", "null"};
    const int c = json_next(j);
    int more;

    j->e = e;
    if (c == '"')
        return json_read_text(j, NULL);
    if (json_at_number(j))
        return json_read_number(j, NULL);
    if (c != '{' && c != '[')
        return read_word(j, words, 3, "a value") < 0 ? -1 : 0;
    if (json_enter(j, (char)c, e))
        return -1;
    while ((more = c == '{' ? json_member(j, NULL, e) : json_element(j, e)) > 0)
        if (json_skip(j, e))
            return -1;
    return more;
}
