/* fonts.c - characters that no font here has. */
#include "config.h"

#include "report/plot/fonts.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/utf8.h"

enum { POINTS = 0x110000 };

/* Each character of ranges as "20-7e a0": some font has it. */
static void add_ranges(const char *text, bool *has)
{
    char *end;

    for (const char *at = text;; at = end) {
        const long low = strtol(at, &end, 16);
        long high = low;

        if (end == at)
            return;
        if (*end == '-')
            high = strtol(end + 1, &end, 16);
        for (long i = low; i <= high && i >= 0 && i < POINTS; i++)
            has[i] = true;
    }
}

/* A line for each font; false: nobody tells. */
static bool ask(bool *has)
{
    FILE *said = popen("fc-list --format '%{charset}\\n' 2>/dev/null", "r");
    char *line = NULL;
    size_t room = 0;
    bool any = false;

    while (said && getline(&line, &room, said) > 0) {
        add_ranges(line, has);
        any = true;
    }
    free(line);
    if (said)
        pclose(said);
    return any;
}

/* The code point of a character of n bytes. */
static long point_of(const char *s, int n)
{
    static const int lead[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    long point = (unsigned char)*s & lead[n];

    for (int i = 1; i < n; i++)
        point = point << 6 | ((unsigned char)s[i] & 0x3f);
    return point;
}

static bool is_plain(const struct str *text)
{
    for (size_t i = 0; i < text->len; i++)
        if ((unsigned char)text->s[i] >= 128)
            return false;
    return true;
}

/* Each that is missing is told once. */
static int replace(struct str *text, const bool *has, bool *told,
                   long *first)
{
    size_t to = 0;
    int missing = 0;

    for (size_t at = 0; at < text->len;) {
        const int n = utf8_bytes(text->s + at, text->len - at);
        const int bytes = n ? n : 1;
        const long point = n > 1 ? point_of(text->s + at, n) : ' ';

        if (point == ' ' || has[point]) {
            memmove(text->s + to, text->s + at, (size_t)bytes);
            to += (size_t)bytes;
        } else {
            text->s[to++] = '?';
            *first = missing ? *first : point;
            missing += !told[point];
            told[point] = true;
        }
        at += (size_t)bytes;
    }
    text->len = to;
    text->s[to] = '\0';
    return missing;
}

int fonts_replace_missing(struct str *text, long *first)
{
    if (is_plain(text))
        return 0;
    bool *has = memory_zeroed(2 * POINTS, sizeof(*has));
    const int missing = ask(has) ? replace(text, has, has + POINTS, first) : 0;

    free(has);
    return missing;
}
