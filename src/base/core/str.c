#include "base/core/str.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

/* Make room for n more bytes and the NUL. */
static void reserve(struct str *s, size_t n)
{
    size_t want = s->len + n + 1;

    if (want <= s->room)
        return;
    if (want < 2 * s->room)
        want = 2 * s->room;
    if (want < 32)
        want = 32;
    s->s = memory_resize(s->s, want);
    s->room = want;
}

void str_add(struct str *s, const void *bytes, size_t n)
{
    reserve(s, n);
    if (n > 0)
        memcpy(s->s + s->len, bytes, n);
    s->len += n;
    s->s[s->len] = '\0';
}

void str_adds(struct str *s, const char *text)
{
    str_add(s, text, strlen(text));
}

void str_add_long(struct str *s, long value)
{
    unsigned long left =
        value < 0 ? -(unsigned long)value : (unsigned long)value;
    char text[24];
    size_t at = sizeof(text);

    do {
        text[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (value < 0)
        text[--at] = '-';
    str_add(s, text + at, sizeof(text) - at);
}

void str_add_real(struct str *s, double value)
{
    char digits[32];

    if (value == floor(value) && fabs(value) < 1e6 && !signbit(value)) {
        str_add_long(s, (long)value); /* the same text as below gives, but
                                         faster */
        return;
    }
    for (int n = 6; n <= 17; n = n < 15 ? 15 : n + 1) {
        snprintf(digits, sizeof(digits), "%.*g", n, value);
        if (strtod(digits, NULL) == value)
            break;
    }
    str_adds(s, digits);
}

/* Formatting costs most, so it is tried first in the existing room. */
void str_addv(struct str *s, const char *fmt, va_list args)
{
    const size_t left = s->room - s->len;
    va_list again;
    int n;

    va_copy(again, args);
    n = vsnprintf(s->s ? s->s + s->len : NULL, left, fmt, args);
    if ((size_t)n >= left) {
        reserve(s, (size_t)n);
        vsnprintf(s->s + s->len, (size_t)n + 1, fmt, again);
    }
    va_end(again);
    s->len += (size_t)n;
}

void str_addf(struct str *s, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    str_addv(s, fmt, args);
    va_end(args);
}

void str_add_stream(struct str *s, FILE *from)
{
    char piece[4096];
    size_t n;

    while ((n = fread(piece, 1, sizeof(piece), from)) > 0)
        str_add(s, piece, n);
}

const char *str_text(const struct str *s)
{
    return s->s ? s->s : "";
}

void str_clear(struct str *s)
{
    s->len = 0;
    if (s->s)
        s->s[0] = '\0';
}

void str_release(struct str *s)
{
    free(s->s);
    *s = (struct str){0};
}

char *str_take(struct str *s)
{
    char *text = s->s ? s->s : memory_string("");

    *s = (struct str){0};
    return text;
}

bool str_ends_in(const char *text, const char *ending)
{
    const size_t n = strlen(text), m = strlen(ending);

    return n >= m && strcmp(text + n - m, ending) == 0;
}

const char *str_among(const char *const *words, const char *word, size_t n)
{
    for (; *words; words++)
        if (strlen(*words) == n && !memcmp(*words, word, n))
            return *words;
    return NULL;
}

bool str_lists(const struct str *list, const char *word, size_t n)
{
    const char *at = str_text(list);

    for (size_t len; *at; at += len + (at[len] == ' ')) {
        len = strcspn(at, " ");
        if (len == n && memcmp(at, word, n) == 0)
            return true;
    }
    return false;
}
