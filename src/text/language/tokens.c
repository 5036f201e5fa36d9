#include "text/language/tokens.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/core/memory.h"
#include "text/language/tokens_english.h"

const char *const token_rule_names[] = {"spaces", "words", "characters",
                                        "english", NULL};

enum code_point_class { SORT_SPACE, SORT_WORD, SORT_OTHER };

/* A code point of the text and the number of its bytes. */
struct code_point {
    int32_t value;
    size_t len;
};

static struct code_point point_at(const char *s, size_t at, size_t len)
{
    struct code_point p = {0, 0};
    utf8proc_ssize_t n;

    if (at >= len)
        return p;
    if ((unsigned char)s[at] < 0x80)
        return (struct code_point){s[at], 1};
    n = utf8proc_iterate((const utf8proc_uint8_t *)s + at,
                         (utf8proc_ssize_t)(len - at), &p.value);
    assert(n > 0);
    p.len = (size_t)n;
    return p;
}

static enum code_point_class sort_of(int32_t c)
{
    if (c < 0x80) {
        bool letter = (c | 32) >= 'a' && (c | 32) <= 'z';

        if (c == ' ' || (c >= '\t' && c <= '\r'))
            return SORT_SPACE;
        return letter || (c >= '0' && c <= '9') ? SORT_WORD : SORT_OTHER;
    }
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return SORT_SPACE;
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
        return SORT_WORD;
    default:
        return c == 0x85 ? SORT_SPACE : SORT_OTHER; /* next line */
    }
}

static void add(struct token_list *l, size_t from, size_t end)
{
    if (end == from)
        return;
    GROW(l->span, l->n, l->room);
    l->span[l->n++] = (struct token_span){from, end - from};
}

static void split_spaces(const char *s, size_t len, struct token_list *out)
{
    size_t from = 0, at = 0;
    struct code_point p;

    for (; (p = point_at(s, at, len)).len; at += p.len)
        if (sort_of(p.value) == SORT_SPACE) {
            add(out, from, at);
            from = at + p.len;
        }
    add(out, from, at);
}

static void split_characters(const char *s, size_t len, struct token_list *out)
{
    struct code_point p;

    for (size_t at = 0; (p = point_at(s, at, len)).len; at += p.len)
        add(out, at, at + p.len);
}

/* True for a character that joins letters or digits when it occurs once between
 * them. */
static bool joins(int32_t c)
{
    return c == '-' || c == '\'' || c == '.' || c == ',' || c == 0x2019 ||
           c == 0x2010;
}

/* The end of the word that begins at `at`. */
static size_t word_end(const char *s, size_t at, size_t len)
{
    for (;;) {
        struct code_point p = point_at(s, at, len), next;

        if (p.len && sort_of(p.value) == SORT_WORD) {
            at += p.len;
            continue;
        }
        next = point_at(s, at + p.len, len);
        if (!p.len || !joins(p.value) || !next.len ||
            sort_of(next.value) != SORT_WORD)
            return at;
        at += p.len;
    }
}

/* The number of bytes of the contraction that ends a word; 0 if there is none,
 * or if it is the whole word. */
static size_t contraction(const char *word, size_t len)
{
    static const char *const endings[] = {
        "n't", "'s", "'re", "'ve", "'ll", "'d", "'m",
        /* with a typographic apostrophe */
        "n’t", "’s", "’re", "’ve", "’ll", "’d", "’m"};

    for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
        size_t n = strlen(endings[i]), j = 0;
        const char *tail = word + len - n;

        if (len <= n)
            continue;
        while (j < n && (tail[j] == endings[i][j] ||
                         (tail[j] >= 'A' && tail[j] <= 'Z' &&
                          tail[j] + ('a' - 'A') == endings[i][j])))
            j++;
        if (j == n)
            return n;
    }
    return 0;
}

static size_t add_word(const char *s, size_t at, size_t len,
                       struct token_list *out)
{
    size_t end = word_end(s, at, len);
    size_t tail = contraction(s + at, end - at);

    add(out, at, end - tail);
    add(out, end - tail, end);
    return end;
}

static size_t add_marks(const char *s, size_t at, size_t len,
                        struct token_list *out)
{
    struct code_point first = point_at(s, at, len), p;
    size_t end = at;

    for (; (p = point_at(s, end, len)).len && p.value == first.value;)
        end += p.len;
    add(out, at, end);
    return end;
}

static void split_words(const char *s, size_t len, struct token_list *out)
{
    size_t at = 0;
    struct code_point p;

    while ((p = point_at(s, at, len)).len)
        switch (sort_of(p.value)) {
        case SORT_SPACE:
            at += p.len;
            break;
        case SORT_WORD:
            at = add_word(s, at, len, out);
            break;
        case SORT_OTHER:
            at = add_marks(s, at, len, out);
            break;
        }
}

void tokens_split(enum token_rule rule, const char *text, size_t len,
                  struct token_list *out)
{
    static void (*const split[])(const char *, size_t, struct token_list *) = {
        [TOKENS_SPACES] = split_spaces,
        [TOKENS_WORDS] = split_words,
        [TOKENS_CHARACTERS] = split_characters,
        [TOKENS_ENGLISH] = tokens_english,
    };

    out->n = 0;
    split[rule](text, len, out);
}

void tokens_release(struct token_list *l)
{
    free(l->span);
    *l = (struct token_list){0};
}
