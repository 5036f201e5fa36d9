#include "base/core/escape.h"

#include <stdio.h>

#include "base/core/utf8.h"

bool escape_hides(unsigned point)
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

size_t escape_plain(const char *text, size_t n)
{
    size_t i = 0;

    while (i < n) {
        const int bytes = utf8_bytes(text + i, n - i);

        if (!bytes || escape_hides(point_of(text + i, bytes)))
            break;
        i += (size_t)bytes;
    }
    return i;
}

static void write_hidden(unsigned point, char out[ESCAPE_ROOM])
{
    static const char named[] = {['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't'};

    if (point < sizeof(named) && named[point])
        snprintf(out, ESCAPE_ROOM, "\\%c", named[point]);
    else
        snprintf(out, ESCAPE_ROOM, point < 0x80 ? "\\x%02x" : "\\u%04x",
                 point & 0xffff); /* no hidden code point is larger */
}

size_t escape_next(const char *text, size_t n, char out[ESCAPE_ROOM])
{
    const int bytes = utf8_bytes(text, n);

    if (bytes)
        write_hidden(point_of(text, bytes), out);
    else
        snprintf(out, ESCAPE_ROOM, "\\x%02x", (unsigned)(unsigned char)*text);
    return bytes ? (size_t)bytes : 1;
}
