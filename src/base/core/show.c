/* show.c - the one way to show a text that others wrote. */
#include "base/core/show.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/log.h"
#include "base/core/utf8.h"

bool show_hides(unsigned point)
{
    static const struct {
        unsigned first, last;
    } hidden[] = {
        {0x00, 0x1f},     /* C0 */
        {0x7f, 0x9f},     /* DEL, C1 */
        {0x61c, 0x61c},   /* the Arabic letter mark */
        {0x200e, 0x200f}, /* marks from left to right, right to left */
        {0x2028, 0x202e}, /* ends of lines and paragraphs; embeddings */
        {0x2066, 0x2069}, /* isolates */
    };

    for (size_t i = 0; i < sizeof(hidden) / sizeof(*hidden); i++)
        if (point >= hidden[i].first && point <= hidden[i].last)
            return true;
    return false;
}

/* The code point of a character of n bytes. */
static unsigned point_of(const char *text, int n)
{
    static const unsigned char first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    unsigned point = (unsigned char)text[0] & first[n];

    for (int i = 1; i < n; i++)
        point = point << 6 | ((unsigned char)text[i] & 0x3f);
    return point;
}

static void add_hidden(unsigned point, struct str *out)
{
    static const char named[] = {['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't'};

    if (point < sizeof(named) && named[point])
        str_addf(out, "\\%c", named[point]);
    else
        str_addf(out, point < 0x80 ? "\\x%02x" : "\\u%04x", point);
}

/* How many bytes of the text stand for themselves from here on. */
static size_t plain_bytes(const char *text, size_t n)
{
    size_t i = 0;

    while (i < n) {
        const int bytes = utf8_bytes(text + i, n - i);

        if (!bytes || show_hides(point_of(text + i, bytes)))
            break;
        i += (size_t)bytes;
    }
    return i;
}

void show_bytes(const char *text, size_t n, struct str *out)
{
    for (size_t i = 0; i < n;) {
        const size_t plain = plain_bytes(text + i, n - i);

        str_add(out, text + i, plain);
        i += plain;
        if (i == n)
            break;
        const int bytes = utf8_bytes(text + i, n - i);

        if (bytes)
            add_hidden(point_of(text + i, bytes), out);
        else
            str_addf(out, "\\x%02x", (unsigned)(unsigned char)text[i]);
        i += bytes ? (size_t)bytes : 1;
    }
}

void show_text(const char *text, struct str *out)
{
    show_bytes(text, strlen(text), out);
}

void show_lines(const char *text, struct str *out)
{
    for (size_t n; *text; text += n) {
        n = strcspn(text, "\n\t");
        show_bytes(text, n, out);
        if (text[n])
            str_add(out, &text[n++], 1);
    }
}

void show_output(const char *text, size_t n, struct str *out)
{
    for (size_t i = 0; i < n;) {
        size_t end = i;

        while (end < n && text[end] != '\n' && text[end] != '\t')
            end++;
        const bool crlf =
            end > i && end < n && text[end] == '\n' && text[end - 1] == '\r';

        show_bytes(text + i, end - i - crlf, out);
        str_add(out, text + end - crlf, (size_t)crlf + (end < n));
        i = end + 1;
    }
}

char *show_copy(const char *text)
{
    struct str out = {0};

    show_text(text, &out);
    return str_take(&out);
}

void show_within(char *text, size_t size)
{
    const size_t n = strlen(text);
    struct str out = {0};

    if (plain_bytes(text, n) == n)
        return;
    show_bytes(text, n, &out);
    const size_t kept = utf8_cut(str_text(&out), out.len, size - 1);

    memcpy(text, str_text(&out), kept);
    text[kept] = '\0';
    str_release(&out);
}

bool show_changes(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        i += plain_bytes(text + i, n - i);
        if (i < n && text[i] != '\n' && text[i] != '\t')
            return true;
    }
    return false;
}

void show_put(const char *lines, FILE *to)
{
    struct str out = {0};

    show_lines(lines, &out);
    fputs(str_text(&out), to);
    str_release(&out);
}

int say(const char *fmt, ...)
{
    struct str text = {0}, out = {0};
    va_list args;

    va_start(args, fmt);
    str_addv(&text, fmt, args);
    va_end(args);
    show_lines(str_text(&text), &out);
    fputs(str_text(&out), stdout);
    const int bytes = (int)out.len;

    str_release(&text);
    str_release(&out);
    return bytes;
}

void complain(const char *fmt, ...)
{
    struct str text = {0}, out = {0};
    va_list args;

    va_start(args, fmt);
    str_addv(&text, fmt, args);
    va_end(args);
    str_adds(&out, "codarun: ");
    show_text(str_text(&text), &out);
    str_adds(&out, "\n");
    log_status_end();
    fputs(str_text(&out), stderr);
    str_release(&text);
    str_release(&out);
}
