#include "text/formats/json_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/core/clock.h"
#include "base/core/escape.h"
#include "base/core/memory.h"

/* The number of bytes from here on that need no escape. */
static size_t count_plain(const char *text, size_t len)
{
    size_t n = 0;

    while (n < len && (unsigned char)text[n] >= 0x20 &&
           (unsigned char)text[n] < 0x7f && text[n] != '"' && text[n] != '\\')
        n++;
    return n;
}

static void add_escaped(char c, struct str *out)
{
    if ((unsigned char)c < 0x20 || c == 0x7f)
        str_addf(out, "\\u%04x", (unsigned)(unsigned char)c);
    else
        str_addf(out, "\\%c", c);
}

void json_quote(const char *text, size_t len, struct str *out)
{
    str_adds(out, "\"");
    for (size_t i = 0; i < len;) {
        const size_t plain = count_plain(text + i, len - i);
        utf8proc_int32_t point;

        str_add(out, text + i, plain);
        i += plain;
        if (i == len)
            break;
        const utf8proc_ssize_t n =
            utf8proc_iterate((const utf8proc_uint8_t *)text + i,
                             (utf8proc_ssize_t)(len - i), &point);

        if (n < 1)
            str_adds(out, "\xef\xbf\xbd");
        else if (n == 1)
            add_escaped(text[i], out);
        else if (escape_hides((unsigned)point))
            str_addf(out, "\\u%04x", (unsigned)point);
        else
            str_add(out, text + i, (size_t)n);
        i += n < 1 ? 1 : (size_t)n;
    }
    str_adds(out, "\"");
}

/* Add the comma and the name that precede a value. */
static void add_name(struct str *out, const char *name)
{
    if (out->len && !strchr("{[", out->s[out->len - 1]))
        str_adds(out, ", ");
    if (!name)
        return;
    json_quote(name, strlen(name), out);
    str_adds(out, ": ");
}

void json_begin(struct str *out, const char *name, char open)
{
    add_name(out, name);
    str_add(out, &open, 1);
}

void json_finish(struct str *out, char close)
{
    str_add(out, &close, 1);
}

void json_put_text(struct str *out, const char *name, const char *text)
{
    add_name(out, name);
    if (text)
        json_quote(text, strlen(text), out);
    else
        str_adds(out, "null");
}

void json_put_long(struct str *out, const char *name, long value)
{
    add_name(out, name);
    str_add_long(out, value);
}

void json_put_count(struct str *out, const char *name, long value)
{
    if (value < 0)
        json_put_text(out, name, NULL);
    else
        json_put_long(out, name, value);
}

void json_put_bytes(struct str *out, const char *name, double bytes)
{
    json_put_count(out, name, bytes >= 0 && bytes < 1e18 ? (long)bytes : -1);
}

void json_put_bool(struct str *out, const char *name, bool value)
{
    add_name(out, name);
    str_adds(out, value ? "true" : "false");
}

void json_put_real(struct str *out, const char *name, double value)
{
    add_name(out, name);
    if (isfinite(value))
        str_add_real(out, value);
    else
        str_adds(out, "null");
}

void json_put_float(struct str *out, const char *name, float value)
{
    add_name(out, name);
    if (isfinite(value))
        str_addf(out, "%.9g", (double)value);
    else
        str_adds(out, "null");
}

void json_put_time(struct str *out, const char *name, double day)
{
    char text[32];

    if (isfinite(day))
        clock_text(day, text);
    json_put_text(out, name, isfinite(day) ? text : NULL);
}

void json_put_pairs(struct str *out, const char *name, const char *pairs)
{
    json_begin(out, name, '{');
    while (pairs && *pairs) {
        const size_t n = strcspn(pairs, "\t"), key = strcspn(pairs, "=");
        char *pair = memory_format("%.*s", (int)n, pairs);

        pair[key < n ? key : n] = '\0';
        json_put_text(out, pair, key < n ? pair + key + 1 : "");
        free(pair);
        pairs += n + (pairs[n] == '\t');
    }
    json_finish(out, '}');
}

void json_put_lines(struct str *out, const char *name, const char *lines)
{
    json_begin(out, name, '[');
    for (size_t n; *lines; lines += n + (lines[n] == '\n')) {
        n = strcspn(lines, "\n");
        add_name(out, NULL);
        json_quote(lines, n, out);
    }
    json_finish(out, ']');
}
