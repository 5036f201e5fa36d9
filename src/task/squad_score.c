#include "task/squad_score.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/memory.h"

/* --- code points as Python knows them ------------------------------------ */

/* The code point at a place, and the bytes it takes; 0 at the end. */
static size_t point_at(struct squad_text t, size_t at, utf8proc_int32_t *c)
{
    if (at >= t.len)
        return 0;
    return (size_t)utf8proc_iterate((const utf8proc_uint8_t *)t.at + at,
                                    (utf8proc_ssize_t)(t.len - at), c);
}

static void add_point(struct str *s, utf8proc_int32_t c)
{
    utf8proc_uint8_t bytes[4];

    str_add(s, bytes, (size_t)utf8proc_encode_char(c, bytes));
}

/* str.isspace() */
static bool is_space(utf8proc_int32_t c)
{
    return (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x20) || c == 0x85 ||
           c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
           c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
           c == 0x3000;
}

/* \w of re: str.isalnum(), or the underscore. */
static bool is_word(utf8proc_int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);

    return (k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_LO) ||
           (k >= UTF8PROC_CATEGORY_ND && k <= UTF8PROC_CATEGORY_NO) || c == '_';
}

/* string.punctuation */
static bool is_mark(utf8proc_int32_t c)
{
    return (c > 0x20 && c < '0') || (c > '9' && c < 'A') ||
           (c > 'Z' && c < 'a') || (c > 'z' && c < 0x7f);
}

static bool is_cased(utf8proc_int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);

    return k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_LT;
}

/* Unicode's Case_Ignorable: marks and formats, and what stands inside words. */
static bool is_ignored(utf8proc_int32_t c)
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

/* Is a capital sigma at [at, end) the last letter of a word?  (Unicode's
 * Final_Sigma, section 3.13.) */
static bool final_sigma(struct squad_text t, size_t at, size_t end)
{
    utf8proc_int32_t c = 0;
    bool cased = false;
    size_t n;

    for (size_t i = 0; i < at; i += n) { /* the last before that counts */
        n = point_at(t, i, &c);
        if (!is_ignored(c))
            cased = is_cased(c);
    }
    while ((n = point_at(t, end, &c)) && is_ignored(c))
        end += n;
    return cased && !(n && is_cased(c));
}

/* str.lower(), without marks: the scripts take them out next. */
static void add_lower(struct squad_text t, struct str *out)
{
    utf8proc_int32_t c;
    size_t n;

    for (size_t at = 0; (n = point_at(t, at, &c)); at += n) {
        if (c == 0x130) /* the one that becomes two: a dotted I */
            str_adds(out, "i\xcc\x87");
        else if (c == 0x3a3)
            add_point(out, final_sigma(t, at, at + n) ? 0x3c2 : 0x3c3);
        else if (!is_mark(c))
            add_point(out, utf8proc_tolower(c));
    }
}

/* --- the normal form ----------------------------------------------------- */

static bool is_article(const char *word, size_t n)
{
    return (n == 1 && *word == 'a') || (n == 2 && !memcmp(word, "an", 2)) ||
           (n == 3 && !memcmp(word, "the", 3));
}

/* The end of the word that begins at `at`. */
static size_t word_end(struct squad_text t, size_t at)
{
    utf8proc_int32_t c;
    size_t n;

    while ((n = point_at(t, at, &c)) && is_word(c))
        at += n;
    return at;
}

/* Append bytes behind a single space for the white space before them. */
static void add_behind(struct str *out, bool *space, const char *at, size_t n)
{
    if (*space && out->len)
        str_adds(out, " ");
    *space = false;
    str_add(out, at, n);
}

void squad_normalise(struct squad_text text, struct str *out)
{
    struct str lower = {0};
    struct squad_text t;
    utf8proc_int32_t c;
    bool space = false;
    size_t n;

    str_clear(out);
    add_lower(text, &lower);
    t = (struct squad_text){str_text(&lower), lower.len};
    for (size_t at = 0; (n = point_at(t, at, &c)); at += n)
        if (is_word(c)) {
            n = word_end(t, at) - at;
            if (is_article(t.at + at, n))
                space = true;
            else
                add_behind(out, &space, t.at + at, n);
        } else if (is_space(c)) {
            space = true;
        } else {
            add_behind(out, &space, t.at + at, n);
        }
    str_release(&lower);
}

/* --- F1 ------------------------------------------------------------------ */

/* A normal form's tokens, sorted. */
struct bag {
    struct squad_text *token; /* owned */
    int n, room;
};

static int by_bytes(const void *a, const void *b)
{
    const struct squad_text *x = a, *y = b;
    const int order = memcmp(x->at, y->at, x->len < y->len ? x->len : y->len);

    return order ? order : (x->len > y->len) - (x->len < y->len);
}

static void fill_bag(struct bag *b, const struct str *normal)
{
    const char *at = str_text(normal);

    b->n = 0;
    for (size_t n; *at; at += n + (at[n] == ' ')) {
        n = strcspn(at, " ");
        GROW(b->token, b->n, b->room);
        b->token[b->n++] = (struct squad_text){at, n};
    }
    if (b->n)
        qsort(b->token, (size_t)b->n, sizeof(*b->token), by_bytes);
}

static int shared(const struct bag *a, const struct bag *b)
{
    int i = 0, j = 0, n = 0;

    while (i < a->n && j < b->n) {
        const int order = by_bytes(&a->token[i], &b->token[j]);

        n += order == 0;
        i += order <= 0;
        j += order >= 0;
    }
    return n;
}

/* In the operations of the scripts, for the same bits. */
static double f1(enum squad_rules rules, const struct bag *prediction,
                 const struct bag *right)
{
    const int same = shared(prediction, right);
    double precision, recall;

    if (rules == SQUAD_2_0 && (!prediction->n || !right->n))
        return prediction->n == right->n;
    if (!same)
        return 0;
    precision = 1.0 * same / prediction->n;
    recall = 1.0 * same / right->n;
    return (2 * precision * recall) / (precision + recall);
}

/* --- scores -------------------------------------------------------------- */

/* A prediction, and room for a right answer beside it: normal forms and
 * tokens. */
struct scorer {
    enum squad_rules rules;
    struct str prediction, right;
    struct bag bag, right_bag;
    struct squad_score best;
    int counted; /* right answers so far */
};

/* With s->right. */
static void compare(struct scorer *s)
{
    const double exact = !strcmp(str_text(&s->right), str_text(&s->prediction));
    double score;

    fill_bag(&s->right_bag, &s->right);
    score = f1(s->rules, &s->bag, &s->right_bag);
    s->best.exact = exact > s->best.exact ? exact : s->best.exact;
    s->best.f1 = score > s->best.f1 ? score : s->best.f1;
    s->counted++;
}

struct squad_score squad_score(enum squad_rules rules,
                               struct squad_text prediction,
                               const struct squad_text *right, int n)
{
    struct scorer s = {.rules = rules};

    squad_normalise(prediction, &s.prediction);
    fill_bag(&s.bag, &s.prediction);
    for (int i = 0; i < n; i++) {
        squad_normalise(right[i], &s.right);
        if (rules == SQUAD_1_1 || s.right.len)
            compare(&s);
    }
    if (rules == SQUAD_2_0 && !s.counted) {
        str_clear(&s.right);
        compare(&s);
    }
    str_release(&s.prediction);
    str_release(&s.right);
    free(s.bag.token);
    free(s.right_bag.token);
    return s.best;
}
