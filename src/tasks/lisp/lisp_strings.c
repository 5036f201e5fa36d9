/* lisp_strings.c - strings of Unicode code points, in UTF-8. */
#include <stddef.h>
#include <string.h>

#include "tasks/lisp/lisp_internal.h"

static struct lisp_value text(const char *at, int64_t n)
{
    return (struct lisp_value){
        .type = LISP_STRING, .n = (int32_t)n, .text = at};
}

/* True if a code point begins with this byte. */
static bool begins(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

static int64_t points(const struct lisp_value *s)
{
    int64_t n = 0;

    for (int32_t i = 0; i < s->n; i++)
        n += begins(s->text[i]);
    return n;
}

static struct lisp_value characters(struct lisp_machine *m,
                                    const struct lisp_value *s)
{
    struct lisp_value *out = lisp_items(m, s->n);
    int32_t n = 0;

    for (int32_t i = 0; out && i < s->n; i++)
        if (begins(s->text[i]))
            out[n++] = text(s->text + i, 1);
        else
            out[n - 1].n++;
    return out ? lisp_collect(m, LISP_ARRAY, out, n) : lisp_nothing();
}

struct lisp_value lisp_elements(struct lisp_machine *m,
                                const struct lisp_value *v)
{
    return v->type == LISP_STRING       ? characters(m, v)
           : v->type == LISP_DICTIONARY ? lisp_unit_dict_keys(m, v)
                                        : *v;
}

/* For other types the number of elements. */
LISP_UNIT(strlen)
{
    if (arg->type != LISP_STRING)
        return arg->type == LISP_ARRAY        ? lisp_integer(arg->n)
               : arg->type == LISP_DICTIONARY ? lisp_integer(arg->n / 2)
                                              : lisp_fail(m);
    return lisp_spend(m, arg->n) ? lisp_integer(points(arg)) : lisp_nothing();
}

/* An index below 0 counts from the end. */
LISP_UNIT(str_index)
{
    const struct lisp_value *s = &arg[1], index = lisp_unit_floor(m, &arg[0]);
    int64_t left = index.integer, n;
    int32_t at = 0, end;

    if (m->ended || !lisp_spend(m, s->n))
        return lisp_nothing();
    n = points(s);
    if (left < -n || left >= n)
        return lisp_fail(m);
    for (left += left < 0 ? n + 1 : 1; at < s->n; at++)
        if (begins(s->text[at]) && !--left)
            break;
    for (end = at + 1; end < s->n && !begins(s->text[end]);)
        end++;
    return text(s->text + at, end - at);
}

LISP_UNIT(str_concat)
{
    const int64_t n = (int64_t)arg[0].n + arg[1].n;
    char *out;

    if (n > INT32_MAX)
        return lisp_over(m);
    out = lisp_spend(m, n) ? lisp_bytes(m, (size_t)n) : NULL;
    if (!out)
        return lisp_nothing();
    if (arg[0].n)
        memcpy(out, arg[0].text, (size_t)arg[0].n);
    if (arg[1].n)
        memcpy(out + arg[0].n, arg[1].text, (size_t)arg[1].n);
    return text(out, n);
}

/* The place of the next delimiter, or the end. */
static int32_t find(const struct lisp_value *s, int32_t from,
                    const struct lisp_value *by)
{
    for (; from <= s->n - by->n; from++)
        if (!memcmp(s->text + from, by->text, (size_t)by->n))
            return from;
    return s->n;
}

/* Empty pieces are left out. */
LISP_UNIT(str_split)
{
    const struct lisp_value *s = &arg[0], *by = &arg[1];
    struct lisp_value *out;
    int32_t n = 0;

    if (!by->n)
        return lisp_fail(m);
    out = lisp_spend(m, (int64_t)s->n * by->n) ? lisp_items(m, s->n / 2 + 1)
                                               : NULL;
    for (int32_t at = 0, end; out && at < s->n; at = end + by->n) {
        end = find(s, at, by);
        if (end > at)
            out[n++] = text(s->text + at, end - at);
    }
    return out ? lisp_collect(m, LISP_ARRAY, out, n) : lisp_nothing();
}
