/* width.c - how many columns of a terminal a text takes. */
#include "config.h"

#include "text/width.h"

#include <string.h>
#include <utf8proc.h>

int text_width_of(const char *text, size_t n)
{
    size_t left = n;
    int width = 0;

    while (left) {
        utf8proc_int32_t point;
        const utf8proc_ssize_t is = utf8proc_iterate(
            (const utf8proc_uint8_t *)text, (utf8proc_ssize_t)left, &point);
        const size_t bytes = is > 0 ? (size_t)is : 1;

        width += is > 0 ? utf8proc_charwidth(point) : 1;
        text += bytes;
        left -= bytes;
    }
    return width;
}

int text_width(const char *text)
{
    return text_width_of(text, strlen(text));
}
