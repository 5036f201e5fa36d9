#include "text/language/subwords.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/core/memory.h"
#include "text/language/python.h"

/* --- the tokens ----------------------------------------------------------- */

/* End a token whose bytes were appended. */
static void end_token(struct subwords *s)
{
    GROW(s->start, s->n + 1, s->room);
    s->start[++s->n] = s->bytes.len;
}

void subwords_init(struct subwords *s)
{
    *s = (struct subwords){0};
    GROW(s->start, s->n, s->room);
    s->start[0] = 0;
    for (int b = 0; b < SUBWORD_BYTES; b++) {
        const char byte = (char)b;

        str_add(&s->bytes, &byte, 1);
        end_token(s);
    }
}

void subwords_release(struct subwords *s)
{
    pair_index_release(&s->merge);
    str_release(&s->bytes);
    free(s->start);
    *s = (struct subwords){0};
}

void subwords_image(struct subwords *s, struct image *m)
{
    IMAGE_VALUE(m, s->n);
    pair_index_image(&s->merge, m);
    IMAGE_ARRAY(m, s->start, s->n + 1);
    image_str(m, &s->bytes);
}

static size_t token_len(const struct subwords *s, int32_t token)
{
    return s->start[token + 1] - s->start[token];
}

/* Append a token's bytes one by one, since s->bytes, from which they are
 * copied, may be moved. */
static void append_token(struct subwords *s, int32_t token)
{
    for (size_t i = s->start[token]; i < s->start[token + 1]; i++) {
        const char byte = s->bytes.s[i];

        str_add(&s->bytes, &byte, 1);
    }
}

void subwords_add(struct subwords *s, int32_t left, int32_t right)
{
    pair_index_add(&s->merge, left, right);
    append_token(s, left);
    append_token(s, right);
    end_token(s);
}

/* --- pieces --------------------------------------------------------------- */

enum character_class { LETTERS, DIGITS, SIGNS, BLANK };

static enum character_class sort_of(int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);

    if (c == ' ')
        return BLANK;
    if (k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_ME)
        return LETTERS;
    if (k >= UTF8PROC_CATEGORY_ND && k <= UTF8PROC_CATEGORY_NO)
        return DIGITS;
    return k == UTF8PROC_CATEGORY_CF ? LETTERS : SIGNS; /* joiners */
}

/* The end of the characters of the same class that begin at `at`, which is
 * within the text. */
static size_t run_end(const char *text, size_t len, size_t at)
{
    int32_t c;
    size_t n = python_point(text, len, at, &c), end = at;
    const enum character_class first = sort_of(c);

    while (n && sort_of(c) == first && end + n <= SUBWORD_PIECE) {
        end += n;
        n = python_point(text, len, end, &c);
    }
    return end;
}

size_t subwords_piece(const char *text, size_t len)
{
    const size_t blanks = *text == ' ' ? run_end(text, len, 0) : 0;

    if (blanks == len)
        return blanks;
    return blanks > 1 ? blanks - 1 : run_end(text, len, blanks);
}

void subwords_pieces(const char *text, size_t len, struct token_list *out)
{
    out->n = 0;
    for (size_t at = 0, n; at < len; at += n) {
        n = subwords_piece(text + at, len - at);
        GROW(out->span, out->n, out->room);
        out->span[out->n++] = (struct token_span){at, n};
    }
}

/* --- encoding ------------------------------------------------------------- */

void subword_list_release(struct subword_list *l)
{
    free(l->token);
    *l = (struct subword_list){0};
}

/* The merge that was learned first among those possible in these tokens, or
 * -1. */
static int32_t first_merge(const struct subwords *s, const int32_t *token,
                           int n)
{
    int32_t first = -1;

    for (int i = 0; i + 1 < n; i++) {
        const int32_t m = pair_index_find(&s->merge, token[i], token[i + 1]);

        if (m >= 0 && (first < 0 || m < first))
            first = m;
    }
    return first;
}

int subwords_merge(const struct pair_index *merge, int32_t m, int32_t *token,
                   int n)
{
    const int32_t left = pair_index_left(merge, m);
    const int32_t right = pair_index_right(merge, m);
    int to = 0;

    for (int i = 0; i < n; i++) {
        const bool both =
            i + 1 < n && token[i] == left && token[i + 1] == right;

        token[to++] = both ? SUBWORD_BYTES + m : token[i];
        i += both;
    }
    return to;
}

void subwords_encode_piece(const struct subwords *s, const char *piece,
                           size_t len, struct subword_list *out)
{
    int32_t token[SUBWORD_PIECE], m;
    int n = (int)len;

    for (int i = 0; i < n; i++)
        token[i] = (unsigned char)piece[i];
    while ((m = first_merge(s, token, n)) >= 0)
        n = subwords_merge(&s->merge, m, token, n);
    for (int i = 0; i < n; i++) {
        GROW(out->token, out->n, out->room);
        out->token[out->n++] = token[i];
    }
}

void subwords_begin(struct str *text, const char *line, size_t len)
{
    str_clear(text);
    if (len) {
        str_adds(text, " ");
        str_add(text, line, len);
    }
}

void subwords_encode(const struct subwords *s, const char *line, size_t len,
                     struct subword_list *out)
{
    struct str text = {0};

    out->n = 0;
    subwords_begin(&text, line, len);
    for (size_t at = 0, n; at < text.len; at += n) {
        n = subwords_piece(text.s + at, text.len - at);
        subwords_encode_piece(s, text.s + at, n, out);
    }
    str_release(&text);
}

void subwords_bytes(const struct subwords *s, const int32_t *token, int n,
                    struct str *out)
{
    for (int i = 0; i < n; i++)
        str_add(out, s->bytes.s + s->start[token[i]], token_len(s, token[i]));
}

void subwords_decode(const struct subwords *s, const int32_t *token, int n,
                     struct str *out)
{
    const size_t from = out->len;

    subwords_bytes(s, token, n, out);
    if (out->len > from && out->s[from] == ' ')
        memmove(out->s + from, out->s + from + 1, out->len-- - from);
}
