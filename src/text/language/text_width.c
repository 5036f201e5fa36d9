/* text_width.c - the number of terminal columns that a text takes. */
#include "config.h"

#include "text/language/text_width.h"

#include <string.h>
#include <utf8proc.h>

/* The length of the first character of n bytes, and its width. */
static size_t next_width(const char *text, size_t n, int *width)
{
    utf8proc_int32_t point;
    const utf8proc_ssize_t is = utf8proc_iterate((const utf8proc_uint8_t *)text,
                                                 (utf8proc_ssize_t)n, &point);

    *width = is > 0 ? utf8proc_charwidth(point) : 1;
    return is > 0 ? (size_t)is : 1;
}

int text_width_of(const char *text, size_t n)
{
    int all = 0, width;

    for (size_t i = 0; i < n; all += width)
        i += next_width(text + i, n - i, &width);
    return all;
}

size_t text_fit(const char *text, size_t n, int columns)
{
    size_t i = 0;
    int all = 0, width;

    while (i < n) {
        const size_t bytes = next_width(text + i, n - i, &width);

        if ((all += width) > columns)
            break;
        i += bytes;
    }
    return i;
}

int text_width(const char *text)
{
    return text_width_of(text, strlen(text));
}
