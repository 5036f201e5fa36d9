#include "base/core/die.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/escape.h"

#define PREFIX 200 /* bytes at most, with the NUL */
#define TEXT 2100

const char *(*die_prefix)(void);
void (*die_hook)(void);

/* Print by one write, so that lines of several ranks do not mix. */
static void print(const char *text)
{
    char line[16 + (PREFIX + TEXT) * (ESCAPE_ROOM - 1)] = "codarun: ";
    size_t at = strlen(line);

    for (size_t n = strlen(text); n > 0;) {
        const size_t plain = escape_plain(text, n);

        memcpy(line + at, text, plain);
        at += plain;
        text += plain;
        n -= plain;
        if (!n)
            break;
        const size_t hidden = escape_next(text, n, line + at);

        at += strlen(line + at);
        text += hidden;
        n -= hidden;
    }
    memcpy(line + at, "\n", 2);
    fputs(line, stderr);
}

void die(const char *fmt, ...)
{
    char text[PREFIX + TEXT];
    va_list args;

    snprintf(text, PREFIX, "%s", die_prefix ? die_prefix() : "");
    const size_t n = strlen(text);

    va_start(args, fmt);
    vsnprintf(text + n, TEXT, fmt, args);
    va_end(args);
    print(text);
    if (die_hook)
        die_hook();
    exit(1);
}
