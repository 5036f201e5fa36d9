#include "base/core/utf8.h"

#include <stdbool.h>
#include <string.h>

/* True if a character begins with this byte. */
static bool begins(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

int utf8_bytes(const char *text, size_t n)
{
    const unsigned char *s = (const unsigned char *)text;
    const int len = s[0] < 0x80   ? 1
                    : s[0] < 0xc2 ? 0
                    : s[0] < 0xe0 ? 2
                    : s[0] < 0xf0 ? 3
                    : s[0] < 0xf5 ? 4
                                  : 0;

    if ((size_t)len > n)
        return 0;
    for (int i = 1; i < len; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    /* overlong, a surrogate, or beyond U+10FFFF */
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return len;
}

size_t utf8_valid(const char *s, size_t len)
{
    size_t i = 0;

    for (int n = 1; i < len && n; i += (size_t)n)
        n = utf8_bytes(s + i, len - i);
    return i;
}

size_t utf8_points(const char *s, size_t n)
{
    size_t points = 0;

    for (size_t i = 0; i < n; i++)
        points += begins(s[i]);
    return points;
}

size_t utf8_at(const char *s, size_t n, size_t point)
{
    for (size_t i = 0; i < n; i++)
        if (begins(s[i]) && point-- == 0)
            return i;
    return n;
}

size_t utf8_cut(const char *s, size_t n, size_t most)
{
    if (n <= most)
        return n;
    while (most && !begins(s[most]))
        most--;
    return most;
}
