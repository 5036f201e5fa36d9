#include "text/language/tokens_english.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/core/memory.h"
#include "text/language/english_exceptions.h"

/* A part of the text between white space, as code points. */
struct english_chunk {
    int32_t *point; /* owned [n + 1]; ends with 0 */
    size_t *at;     /* owned [n + 1]: offset in the text */
    int *end;       /* owned [n + 1]: scratch, ends of suffixes */
    int n, room;
};

/* --- classes of code points ---------------------------------------------- */

/* Sets contain no ASCII letters or digits. */
static bool is_one_of(int32_t c, const int32_t *set)
{
    if ((c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z'))
        return false;
    while (*set && *set != c)
        set++;
    return c && *set == c;
}

static bool is_digit(int32_t c)
{
    return c >= '0' && c <= '9';
}

static bool is_upper(int32_t c)
{
    return c < 0x80 ? c >= 'A' && c <= 'Z'
                    : utf8proc_category(c) == UTF8PROC_CATEGORY_LU;
}

static bool is_lower(int32_t c)
{
    return c < 0x80 ? c >= 'a' && c <= 'z'
                    : utf8proc_category(c) == UTF8PROC_CATEGORY_LL;
}

static bool is_letter(int32_t c)
{
    const utf8proc_category_t k = c < 0x80 ? 0 : utf8proc_category(c);

    return c < 0x80 ? is_lower(c | 32) && c >= 'A'
                    : k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_LO;
}

/* Letters of a script without case count as both small and large. */
static bool is_small(int32_t c)
{
    return is_lower(c) || (is_letter(c) && !is_upper(c));
}

static bool is_large(int32_t c)
{
    return is_upper(c) || (is_letter(c) && !is_lower(c));
}

static bool is_space(int32_t c)
{
    return c == ' ' || (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x1f) ||
           c == 0x85 ||
           (c >= 0x80 && utf8proc_category(c) >= UTF8PROC_CATEGORY_ZS &&
            utf8proc_category(c) <= UTF8PROC_CATEGORY_ZP);
}

static bool is_quote(int32_t c)
{
    static const int32_t set[] = {
        '\'',   '"',    0x201d, 0x201c, '`',    0x2018, 0xb4,   0x2019,
        0x201a, ',',    0x201e, 0xbb,   0xab,   0x300c, 0x300d, 0x300e,
        0x300f, 0xff08, 0xff09, 0x3014, 0x3015, 0x3010, 0x3011, 0x300a,
        0x300b, 0x3008, 0x3009, 0x27e6, 0x27e7, 0};

    return is_one_of(c, set);
}

static bool is_mark(int32_t c)
{
    static const int32_t set[] = {
        0x2026, ',',    ':',  ';',    '!',    '?',    0xbf,   0x61f,  0xa1,
        '(',    ')',    '[',  ']',    '{',    '}',    '<',    '>',    '_',
        '#',    '*',    '&',  0x3002, 0xff1f, 0xff01, 0xff0c, 0x3001, 0xff1b,
        0xff1a, 0xff5e, 0xb7, 0x964,  0x60c,  0x6d4,  0x61b,  0x66a,  0};

    return is_one_of(c, set);
}

static bool is_currency(int32_t c)
{
    return c == '$' || c == 0xa3 || c == 0x20ac || c == 0xa5 || c == 0xe3f ||
           c == 0xfdfc || (c >= 0x20a0 && c <= 0x20bf);
}

static bool is_icon(int32_t c)
{
    return c >= 0x80 && utf8proc_category(c) == UTF8PROC_CATEGORY_SO;
}

static bool is_apostrophe(int32_t c)
{
    return c == '\'' || c == 0x2019;
}

/* --- prefixes and suffixes ------------------------------------------------ */

/* The number of code points of `text` if [at, end) begins with it, else 0. */
static int same(const struct english_chunk *c, int at, int end,
                const char *text)
{
    int n = 0;

    for (; text[n]; n++)
        if (at + n >= end || c->point[at + n] != (unsigned char)text[n])
            return 0;
    return n;
}

/* The length of the prefix of [at, end) in code points, or 0. */
static int prefix(const struct english_chunk *c, int at, int end)
{
    static const char *const dollars[] = {"US$", "C$", "A$"};
    const int32_t p = c->point[at];
    int dots = 0;

    while (at + dots < end && c->point[at + dots] == '.')
        dots++;
    if (dots > 1)
        return dots;
    for (size_t i = 0; i < sizeof(dollars) / sizeof(*dollars); i++)
        if (same(c, at, end, dollars[i]))
            return same(c, at, end, dollars[i]);
    if (p == '+')
        return !(at + 1 < end && is_digit(c->point[at + 1]));
    return p == 0xa7 || p == '%' || p == '=' || p == 0x2014 || p == 0x2013 ||
           is_mark(p) || is_quote(p) || is_currency(p) || is_icon(p);
}

/* The length of the unit after a digit that ends [at, end), or 0. */
static int unit(const struct english_chunk *c, int at, int end)
{
    static const char *const units[] = {
        "km",  "m",   "dm",  "cm", "mm",   "ha", "nm", "yd",  "in",
        "ft",  "kg",  "g",   "mg", "t",    "lb", "oz", "m/s", "km/h",
        "kmh", "mph", "hPa", "Pa", "mbar", "mb", "MB", "kb",  "KB",
        "gb",  "GB",  "tb",  "TB", "T",    "G",  "M",  "K",   "%"};
    int n = 1;

    while (n <= 4 && end - n > at && !is_digit(c->point[end - n - 1]))
        n++;
    if (n > 4 || end - n <= at)
        return 0;
    for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
        if (same(c, end - n, end, units[i]) == n)
            return n;
    return 0;
}

/* True if the dot ends a sentence rather than a short word. */
static bool ends_sentence(const struct english_chunk *c, int at, int dot)
{
    const int32_t p = dot > at ? c->point[dot - 1] : 0;
    const int32_t before = dot - 1 > at ? c->point[dot - 2] : 0;

    if (is_digit(p) || is_small(p) || p == '%' || p == 0xb2 || p == '-' ||
        p == '+' || is_quote(p) || is_mark(p))
        return true;
    if (is_large(p) && is_large(before))
        return true;
    return before == 0xb0 && (p == 'F' || p == 'C' || p == 'K');
}

/* The length of the suffix of [at, end), or 0. */
static int suffix(const struct english_chunk *c, int at, int end)
{
    const int32_t p = c->point[end - 1];
    int dots = 0;

    while (end - dots > at && c->point[end - 1 - dots] == '.')
        dots++;
    if (dots > 1)
        return dots;
    if (dots)
        return ends_sentence(c, at, end - 1);
    if (end - at >= 2 && (p == 's' || p == 'S') &&
        is_apostrophe(c->point[end - 2]))
        return 2;
    if (is_mark(p) || is_quote(p) || is_icon(p) || p == 0x2014 || p == 0x2013)
        return 1;
    if (end - at >= 2 && is_digit(c->point[end - 2]) &&
        (p == '+' || is_currency(p)))
        return 1;
    return unit(c, at, end);
}

/* --- infixes -------------------------------------------------------------- */

static bool is_hyphen(int32_t c)
{
    return c == '-' || c == 0x2013 || c == 0x2014 || c == '~';
}

/* The number of equal code points from i on.  It is called only at the
 * beginning of such a row; calling it at each point would take quadratic
 * time. */
static int row(const struct english_chunk *c, int i, int end)
{
    int n = 1;

    while (i + n < end && c->point[i + n] == c->point[i])
        n++;
    return n;
}

/* The length of the hyphen after a letter or a digit that begins at i, or 0. */
static int hyphen(const struct english_chunk *c, int i, int end)
{
    const int32_t p = c->point[i];
    const int most = p == '-' ? 3 : p == 0x2014 ? 2 : 1;
    const int n = row(c, i, end);

    return n <= most && i + n < end && is_letter(c->point[i + n]) ? n : 0;
}

/* The length of the infix of [at, end) that begins at i, or 0. */
static int infix(const struct english_chunk *c, int at, int i, int end)
{
    const int32_t p = c->point[i];
    const int32_t before = i > at ? c->point[i - 1] : 0;
    const int32_t next = i + 1 < end ? c->point[i + 1] : 0;

    if (p == '.' && next == '.')
        return row(c, i, end); /* and the caller skips them */
    if (p == 0x2026 || is_icon(p))
        return 1;
    if (is_digit(before) && (p == '+' || p == '-' || p == '*' || p == '^') &&
        (is_digit(next) || next == '-'))
        return 1;
    if (p == '.')
        return (is_small(before) || is_quote(before)) &&
               (is_large(next) || is_quote(next));
    if (p == ',')
        return is_letter(before) && is_letter(next);
    if (is_hyphen(p) && (is_letter(before) || is_digit(before)))
        return hyphen(c, i, end);
    return (p == ':' || p == '<' || p == '>' || p == '=' || p == '/') &&
           (is_letter(before) || is_digit(before)) && is_letter(next);
}

/* --- a chunk ------------------------------------------------------------- */

static void add(const struct english_chunk *c, int at, int end,
                struct token_list *out)
{
    if (end <= at)
        return;
    GROW(out->span, out->n, out->room);
    out->span[out->n++] =
        (struct token_span){c->at[at], c->at[end] - c->at[at]};
}

/* The exception that equals [at, end), or NULL. */
static const struct english_exception *exception(const struct english_chunk *c,
                                                 int at, int end)
{
    char text[ENGLISH_LONGEST + 1];

    if (end - at > ENGLISH_LONGEST)
        return NULL;
    for (int i = at; i < end; i++) {
        const int32_t p = c->point[i];

        if (p >= 0x80 && !is_apostrophe(p))
            return NULL;
        text[i - at] = is_apostrophe(p) ? '\'' : (char)p;
    }
    text[end - at] = 0;
    return english_exception(text);
}

static bool is_address(const struct english_chunk *c, int at, int end)
{
    for (int i = at + 1; i + 3 < end; i++)
        if (same(c, i, end, "://"))
            return true;
    return same(c, at, end, "www.");
}

/* Add what is left without affixes; x: the exception that it is, or NULL. */
static void add_inner(const struct english_chunk *c, int at, int end,
                      const struct english_exception *x, struct token_list *out)
{
    int from = at;

    if (x) {
        for (int i = 0; i < 2 && x->cut[i]; i++) {
            add(c, from, at + x->cut[i], out);
            from = at + x->cut[i];
        }
    } else if (!is_address(c, at, end)) {
        for (int i = at; i < end;) {
            const int n = i > at ? infix(c, at, i, end) : 0;

            if (n) {
                add(c, from, i, out);
                add(c, i, i + n, out);
                from = i + n;
            }
            i += n ? n : 1;
        }
    }
    add(c, from, end, out);
}

static void cut(struct english_chunk *c, struct token_list *out)
{
    const struct english_exception *x = exception(c, 0, c->n);
    int at = 0, end = c->n, n = 0;

    for (bool going = true; going && at < end && !x;) {
        const int first = prefix(c, at, end);
        int last;

        add(c, at, at + first, out);
        at += first;
        if (first)
            x = exception(c, at, end);
        if (at == end || x)
            break;
        last = suffix(c, at, end);
        if (last) {
            c->end[n++] = end;
            end -= last;
            x = exception(c, at, end);
        }
        going = first || last;
    }
    add_inner(c, at, end, x, out);
    while (n) { /* they were found from the end */
        add(c, end, c->end[n - 1], out);
        end = c->end[--n];
    }
}

static void take_point(struct english_chunk *c, int32_t point, size_t at)
{
    if (c->n + 1 >= c->room) {
        c->room = c->room ? 2 * c->room : 64;
        c->point = memory_resize(c->point, (size_t)c->room * sizeof(*c->point));
        c->at = memory_resize(c->at, (size_t)c->room * sizeof(*c->at));
        c->end = memory_resize(c->end, (size_t)c->room * sizeof(*c->end));
    }
    c->point[c->n] = point;
    c->at[c->n] = at;
}

void tokens_english(const char *text, size_t len, struct token_list *out)
{
    struct english_chunk c = {0};
    utf8proc_int32_t point;
    size_t n;

    for (size_t at = 0; at <= len; at += n) {
        point = ' ';
        n = 1;
        if (at < len)
            n = (size_t)utf8proc_iterate((const utf8proc_uint8_t *)text + at,
                                         (utf8proc_ssize_t)(len - at), &point);
        take_point(&c, is_space(point) ? 0 : point, at);
        if (!is_space(point)) {
            c.n++;
        } else {
            cut(&c, out);
            c.n = 0;
        }
    }
    free(c.point);
    free(c.at);
    free(c.end);
}
