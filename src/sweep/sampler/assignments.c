#include "config.h"

#include "sweep/sampler/assignments.h"

#include <string.h>

#include "base/core/memory.h"

void assignments_release(struct assignments *all)
{
    str_release(&all->bytes);
}

/* Seven bits per byte, the lowest first; all bytes but the last have the eighth
 * bit set. */
static void put_number(struct str *out, size_t n)
{
    unsigned char byte;

    for (; n > 127; n >>= 7) {
        byte = (unsigned char)(n | 128);
        str_add(out, &byte, 1);
    }
    byte = (unsigned char)n;
    str_add(out, &byte, 1);
}

static size_t get_number(const char **from)
{
    size_t n = 0;

    for (int shift = 0;; shift += 7) {
        const unsigned char byte = (unsigned char)*(*from)++;

        n |= (size_t)(byte & 127) << shift;
        if (byte < 128)
            return n;
    }
}

/*
 * The number before each value gives its form: 0, no value; odd, the value of
 * the list at half of this, rounded down; even, a text of half of this, less
 * one, bytes.  A text that a list has in another spelling is kept as a text.
 */
static void put_value(struct str *out, const struct parameter *p,
                      const char *value)
{
    const int place = value && p->value ? parameter_place(p, value) : p->n;

    if (!value) {
        put_number(out, 0);
    } else if (place < p->n && strcmp(p->value[place], value) == 0) {
        put_number(out, 2 * (size_t)place + 1);
    } else {
        const size_t n = strlen(value);

        put_number(out, 2 * (n + 1));
        str_add(out, value, n);
    }
}

/* Return the next value; the caller frees it. */
static char *get_value(const char **from, const struct parameter *p)
{
    const size_t n = get_number(from);

    if (n == 0)
        return NULL;
    if (n % 2)
        return memory_string(p->value[n / 2]);
    const size_t len = n / 2 - 1;
    char *value = memory_new(len + 1);

    memcpy(value, *from, len);
    value[len] = '\0';
    *from += len;
    return value;
}

/* After the values: 1 + the number of the trial that it begins from, its share,
 * and that trial; or 0. */
static void put(struct str *out, const struct space *s,
                const struct assignment *a)
{
    for (int p = 0; p < s->n; p++)
        put_value(out, &s->parameter[p], a->value[p]);
    put_number(out, a->from ? (size_t)a->from->number + 1 : 0);
    if (!a->from)
        return;
    str_add(out, (const char *)&a->share, sizeof(a->share));
    put(out, s, a->from);
}

static struct assignment get(const char **from, const struct space *s,
                             long number)
{
    struct assignment a = assignment_new(s, number);

    for (int p = 0; p < s->n; p++)
        a.value[p] = get_value(from, &s->parameter[p]);
    const size_t other = get_number(from);

    if (!other)
        return a;
    memcpy(&a.share, *from, sizeof(a.share));
    *from += sizeof(a.share);
    a.from = memory_new(sizeof(*a.from));
    *a.from = get(from, s, (long)other - 1);
    return a;
}

size_t assignments_add(struct assignments *all, const struct space *s,
                       const struct assignment *a)
{
    const size_t at = all->bytes.len;

    put(&all->bytes, s, a);
    return at;
}

struct assignment assignments_get(const struct assignments *all,
                                  const struct space *s, size_t at, long number)
{
    const char *from = all->bytes.s + at;

    return get(&from, s, number);
}
