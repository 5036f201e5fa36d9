/* width.c - how many columns of a terminal a text takes. */
#include "config.h"

#include "text/width.h"

#include <string.h>
#include <utf8proc.h>

int text_width(const char *text)
{
    size_t left = strlen(text);
    int width = 0;

    while (left) {
        utf8proc_int32_t point;
        const utf8proc_ssize_t n = utf8proc_iterate(
            (const utf8proc_uint8_t *)text, (utf8proc_ssize_t)left, &point);
        const size_t bytes = n > 0 ? (size_t)n : 1;

        width += n > 0 ? utf8proc_charwidth(point) : 1;
        text += bytes;
        left -= bytes;
    }
    return width;
}
