#include "text/language/python.h"

#include <string.h>
#include <utf8proc.h>

size_t python_point(const char *s, size_t len, size_t at, int32_t *c)
{
    if (at >= len)
        return 0;
    if ((unsigned char)s[at] < 0x80) {
        *c = s[at];
        return 1;
    }
    return (size_t)utf8proc_iterate((const utf8proc_uint8_t *)s + at,
                                    (utf8proc_ssize_t)(len - at), c);
}

static void add_point(struct str *s, int32_t c)
{
    utf8proc_uint8_t bytes[4];

    str_add(s, bytes, (size_t)utf8proc_encode_char(c, bytes));
}

bool python_is_space(int32_t c)
{
    return (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x20) || c == 0x85 ||
           c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
           c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
           c == 0x3000;
}

bool python_is_large(int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);

    return k == UTF8PROC_CATEGORY_LU || k == UTF8PROC_CATEGORY_LT;
}

bool python_is_digit(int32_t c)
{
    return utf8proc_category(c) == UTF8PROC_CATEGORY_ND;
}

int32_t python_small(int32_t c)
{
    return utf8proc_tolower(c);
}

bool python_is_punctuation(char c)
{
    return (c > 0x20 && c < '0') || (c > '9' && c < 'A') ||
           (c > 'Z' && c < 'a') || (c > 'z' && c < 0x7f);
}

/* The end of the white space, or of the text without any, that begins at
 * `at`. */
static size_t run_end(const char *s, size_t len, size_t at, bool space)
{
    int32_t c;
    size_t n;

    while ((n = python_point(s, len, at, &c)) && python_is_space(c) == space)
        at += n;
    return at;
}

bool python_next_word(const char *s, size_t len, struct text_range *word)
{
    word->from = run_end(s, len, word->end, true);
    word->end = run_end(s, len, word->from, false);
    return word->end > word->from;
}

int python_count_words(const char *s, size_t len)
{
    struct text_range word = {0, 0};
    int n = 0;

    while (python_next_word(s, len, &word))
        n++;
    return n;
}

void python_join_words(const char *s, size_t len, struct str *out)
{
    struct text_range word = {0, 0};

    for (bool first = true; python_next_word(s, len, &word); first = false) {
        str_adds(out, first ? "" : " ");
        str_add(out, s + word.from, word.end - word.from);
    }
}

bool python_is_letter_or_digit(int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);

    return (k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_LO) ||
           (k >= UTF8PROC_CATEGORY_ND && k <= UTF8PROC_CATEGORY_NO);
}

bool python_is_word(int32_t c)
{
    return c == '_' || python_is_letter_or_digit(c);
}

bool python_is_mark(int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);

    return k >= UTF8PROC_CATEGORY_MN && k <= UTF8PROC_CATEGORY_ME;
}

/* Unicode's Cased, for what is_ignored() does not cover: letters with case, and
 * other signs derived from them, from ordinals to squared letters. */
static bool is_cased(int32_t c)
{
    static const int32_t also[][2] = {
        {0xaa, 0xaa},       {0xba, 0xba},       {0x2160, 0x217f},
        {0x24b6, 0x24e9},   {0x1f130, 0x1f149}, {0x1f150, 0x1f169},
        {0x1f170, 0x1f189},
    };
    const utf8proc_category_t k = utf8proc_category(c);

    for (size_t i = 0; i < sizeof(also) / sizeof(*also); i++)
        if (c >= also[i][0] && c <= also[i][1])
            return true;
    return k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_LT;
}

/* Unicode's Case_Ignorable: marks, format characters, and signs inside
 * words. */
static bool is_ignored(int32_t c)
{
    static const uint16_t inside[] = {
        '\'',   '.',    ':',    0xb7,   0x387,  0x55f,  0x5f4,  0x2018, 0x2019,
        0x2024, 0x2027, 0xfe13, 0xfe52, 0xfe55, 0xff07, 0xff0e, 0xff1a};
    const utf8proc_category_t k = utf8proc_category(c);

    for (size_t i = 0; i < sizeof(inside) / sizeof(*inside); i++)
        if (c == inside[i])
            return true;
    return k == UTF8PROC_CATEGORY_MN || k == UTF8PROC_CATEGORY_ME ||
           k == UTF8PROC_CATEGORY_CF || k == UTF8PROC_CATEGORY_LM ||
           k == UTF8PROC_CATEGORY_SK;
}

/* The state of the text before an offset. */
struct before {
    size_t at;
    bool cased; /* of the last character that is not ignored */
};

/* True if a capital sigma at [at, end) is the last letter of a word (Unicode's
 * Final_Sigma, section 3.13).  *b is for an offset before it, and moves
 * there. */
static bool final_sigma(const char *s, size_t len, size_t at, size_t end,
                        struct before *b)
{
    int32_t c = 0;
    size_t n;

    for (; b->at < at; b->at += n) {
        n = python_point(s, len, b->at, &c);
        if (!is_ignored(c))
            b->cased = is_cased(c);
    }
    while ((n = python_point(s, len, end, &c)) && is_ignored(c))
        end += n;
    return b->cased && !(n && is_cased(c));
}

void python_lower(const char *s, size_t len, struct str *out)
{
    struct before b = {0, false};
    int32_t c;
    size_t n;

    for (size_t at = 0; (n = python_point(s, len, at, &c)); at += n) {
        if (c == 0x130) /* the one that becomes two code points: dotted I */
            str_adds(out, "i\xcc\x87");
        else if (c == 0x3a3)
            add_point(out,
                      final_sigma(s, len, at, at + n, &b) ? 0x3c2 : 0x3c3);
        else
            add_point(out, utf8proc_tolower(c));
    }
}

void python_small_letters(const char *s, size_t len, struct str *out)
{
    int32_t c;
    size_t n;

    for (size_t at = 0; (n = python_point(s, len, at, &c)); at += n)
        add_point(out, python_small(c));
}
