#include "base/utf8.h"

#include <string.h>

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
    /* longer than need be, a surrogate, or beyond U+10FFFF */
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

void text_to_show(char *text)
{
    const size_t len = strlen(text);

    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
            text[i] = '?';
    for (size_t i = 0; (i += utf8_valid(text + i, len - i)) < len;)
        text[i] = '?';
}
