/* html_write.c - any text within a page of HTML. */
#include "config.h"

#include "text/formats/html_write.h"

#include <stdarg.h>
#include <string.h>
#include <utf8proc.h>

#include "base/core/escape.h"

/* The reference that replaces an ASCII byte; NULL if it needs none. */
static const char *reference(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case '\n':
    case '\t':
        return NULL;
    default:
        return (unsigned char)c < ' ' || c == 127 ? "\xef\xbf\xbd" : NULL;
    }
}

/* True if a page may contain this character of several bytes.  Not allowed are
 * control characters beyond ASCII, characters that change the direction of a
 * line, and the noncharacters U+FFFE and U+FFFF. */
static bool is_allowed(utf8proc_int32_t point)
{
    return !escape_hides((unsigned)point) && (point & 0xfffe) != 0xfffe &&
           (point < 0xfdd0 || point > 0xfdef);
}

/* Add a character of several bytes, or a byte that is not UTF-8; returns its
 * length. */
static size_t add_wide(const char *at, size_t left, struct str *out)
{
    utf8proc_int32_t point;
    const utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)at,
                                                (utf8proc_ssize_t)left, &point);
    const bool allowed = n > 0 && is_allowed(point);

    str_add(out, allowed ? at : "\xef\xbf\xbd", allowed ? (size_t)n : 3);
    return n > 0 ? (size_t)n : 1;
}

static void add_text(const char *text, size_t len, struct str *out)
{
    for (size_t i = 0; i < len;)
        if ((unsigned char)text[i] >= 128)
            i += add_wide(text + i, len - i, out);
        else {
            const char *other = reference(text[i]);

            str_add(out, other ? other : text + i, other ? strlen(other) : 1);
            i++;
        }
}

void html_text(const char *text, struct str *out)
{
    add_text(text, strlen(text), out);
}

/* </NAME>, without the attributes. */
static void close_element(const char *name, struct str *out)
{
    str_addf(out, "</%.*s>", (int)strcspn(name, " "), name);
}

void html_element(const char *name, const char *text, struct str *out)
{
    str_addf(out, "<%s>", name);
    html_text(text, out);
    close_element(name, out);
}

void html_elementf(struct str *out, const char *name, const char *fmt, ...)
{
    struct str text = {0};
    va_list args;

    va_start(args, fmt);
    str_addv(&text, fmt, args);
    va_end(args);
    html_element(name, str_text(&text), out);
    str_release(&text);
}

void html_lines(const char *lines, struct str *out)
{
    if (!*lines)
        return;
    str_adds(out, "<ul class=\"notes\">\n");
    for (size_t n; *lines; lines += n + (lines[n] == '\n')) {
        n = strcspn(lines, "\n");
        str_adds(out, "<li>");
        add_text(lines, n, out);
        str_adds(out, "</li>\n");
    }
    str_adds(out, "</ul>\n");
}
