#include "text/language/text_normal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/core/memory.h"

const char *const normal_names[] = {"nfc", "nfkc", "none", NULL};

static const utf8proc_option_t options[] = {
    [NORMAL_NFC] = UTF8PROC_STABLE | UTF8PROC_COMPOSE,
    [NORMAL_NFKC] = UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT,
    [NORMAL_NONE] = 0,
};

/* Plain ASCII is its own normal form; most English lines end here. */
static bool ascii(const char *s, size_t len)
{
    unsigned char any = 0;

    for (size_t i = 0; i < len; i++)
        any |= (unsigned char)s[i];
    return any < 0x80;
}

static utf8proc_int32_t to_lower(utf8proc_int32_t point, void *data)
{
    (void)data;
    return utf8proc_tolower(point);
}

static utf8proc_int32_t as_is(utf8proc_int32_t point, void *data)
{
    (void)data;
    return point;
}

const char *text_normal_library(void)
{
    return utf8proc_version();
}

/* Replace *out by the normal form of a text, whose letters are first made
 * lower-case if `lower`. */
static int map(const char *text, size_t len, enum normal_form form, bool lower,
               struct str *out, struct error *e)
{
    utf8proc_uint8_t *bytes = NULL;
    const utf8proc_ssize_t n = utf8proc_map_custom(
        (const utf8proc_uint8_t *)text, (utf8proc_ssize_t)len, &bytes,
        options[form], lower ? to_lower : as_is, NULL);

    if (n < 0)
        return error_set(e, "Unicode: %s", utf8proc_errmsg(n));
    str_clear(out);
    str_add(out, bytes, (size_t)n);
    free(bytes);
    return 0;
}

int text_normal(const char *text, size_t len, enum normal_form form, bool lower,
                struct str *out, struct error *e)
{
    str_clear(out);
    if (ascii(text, len)) {
        str_add(out, text, len);
        for (size_t i = 0; lower && i < len; i++)
            out->s[i] = (char)(out->s[i] >= 'A' && out->s[i] <= 'Z'
                                   ? out->s[i] + ('a' - 'A')
                                   : out->s[i]);
        return 0;
    }
    if (map(text, len, form, lower, out, e))
        return -1;
    /* A character without a lower case may be a variant of an upper-case
     * letter. */
    if (form == NORMAL_NFKC && lower)
        return map(out->s, out->len, form, lower, out, e);
    return 0;
}

/* --- origins -------------------------------------------------------------- */

/* A text that is cut into pieces, and memory for normal forms of some. */
struct cutter {
    const char *text;
    size_t len;
    enum normal_form form;
    bool lower;
    struct str left, right, both;
};

/* The normal form of a part of a text that has one. */
static void form_of(const struct cutter *c, size_t from, size_t end,
                    struct str *out)
{
    struct error e;
    const int bad =
        text_normal(c->text + from, end - from, c->form, c->lower, out, &e);

    assert(!bad);
    (void)bad;
}

/* True if the normal form begins with a mark, which may change what is before.
 * The lower case of a letter does so if the letter does. */
static bool marks(const struct cutter *c, utf8proc_int32_t point)
{
    utf8proc_int32_t part[32]; /* Unicode's longest has 18 */
    int boundary = 0;

    utf8proc_decompose_char(point, part, 32, options[c->form], &boundary);
    return utf8proc_get_property(part[0])->combining_class != 0;
}

/* True if the normal form of two neighbours is the concatenation of their
 * own. */
static bool apart(struct cutter *c, size_t from, size_t middle, size_t end)
{
    form_of(c, from, middle, &c->left);
    form_of(c, middle, end, &c->right);
    form_of(c, from, end, &c->both);
    return c->both.len == c->left.len + c->right.len &&
           !memcmp(c->both.s, c->left.s, c->left.len) &&
           !memcmp(c->both.s + c->left.len, c->right.s, c->right.len);
}

/*
 * The end of the piece that begins at `from`.  A mark belongs to what it
 * follows, even if it does not change it: a later mark may be moved before it
 * and do so.  ASCII never belongs to what precedes it, which makes most texts
 * fast.
 */
static size_t piece_end(struct cutter *c, size_t from)
{
    const utf8proc_uint8_t *s = (const utf8proc_uint8_t *)c->text;
    utf8proc_int32_t point;
    size_t end = from, next = from;

    do {
        end = next;
        if (end > from && (s[end] < 0x80 || c->form == NORMAL_NONE))
            return end;
        next = end + (size_t)utf8proc_iterate(
                         s + end, (utf8proc_ssize_t)(c->len - end), &point);
        if (end > from && !marks(c, point) && apart(c, from, end, next))
            return end;
    } while (next < c->len);
    return next;
}

void origins_find(struct origins *o, const char *text, size_t len,
                  enum normal_form form, bool lower)
{
    struct cutter c = {text, len, form, lower, {0}, {0}, {0}};
    struct origin at = {0, 0};

    for (o->n = 0; at.text < len; o->n++) {
        const size_t end = piece_end(&c, at.text);

        GROW(o->piece, o->n, o->room);
        o->piece[o->n] = at;
        form_of(&c, at.text, end, &c.both);
        at = (struct origin){end, at.normal + c.both.len};
    }
    GROW(o->piece, o->n, o->room);
    o->piece[o->n] = at;
    str_release(&c.left);
    str_release(&c.right);
    str_release(&c.both);
}

void origins_release(struct origins *o)
{
    free(o->piece);
    *o = (struct origins){0};
}

/* The last piece whose normal form begins at or before this byte. */
static const struct origin *piece_at(const struct origins *o, size_t normal)
{
    size_t low = 0, high = o->n;

    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;

        if (o->piece[middle].normal <= normal)
            low = middle;
        else
            high = middle;
    }
    return &o->piece[low];
}

struct text_range origins_of(const struct origins *o, struct text_range normal)
{
    assert(normal.from < normal.end && normal.end <= o->piece[o->n].normal);
    return (struct text_range){piece_at(o, normal.from)->text,
                               piece_at(o, normal.end - 1)[1].text};
}
