/* show.c - show texts from outside. */
#include "base/core/show.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/escape.h"
#include "base/core/utf8.h"

void show_bytes(const char *text, size_t n, struct str *out)
{
    char escape[ESCAPE_ROOM];

    for (size_t i = 0; i < n;) {
        const size_t plain = escape_plain(text + i, n - i);

        str_add(out, text + i, plain);
        i += plain;
        if (i == n)
            break;
        i += escape_next(text + i, n - i, escape);
        str_adds(out, escape);
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

    if (escape_plain(text, n) == n)
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
        i += escape_plain(text + i, n - i);
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
