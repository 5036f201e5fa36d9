/* subwords_file.c - write subwords as text for people, and read it. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "text/files/lines.h"
#include "text/language/python.h"
#include "text/language/subwords.h"
#include "text/language/vocabulary.h"

/* True if the character is visible and has no special meaning in the file. */
static bool plain(int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);

    return c != '_' && c != '\\' && k >= UTF8PROC_CATEGORY_LU &&
           k <= UTF8PROC_CATEGORY_SO;
}

void subwords_name(const struct subwords *s, int32_t token, struct str *out)
{
    const char *bytes = s->bytes.s + s->start[token];
    const size_t len = s->start[token + 1] - s->start[token];

    for (size_t at = 0, n; at < len; at += n) {
        int32_t c;
        const utf8proc_ssize_t taken =
            utf8proc_iterate((const utf8proc_uint8_t *)bytes + at,
                             (utf8proc_ssize_t)(len - at), &c);

        n = taken > 0 ? (size_t)taken : 1;
        if (bytes[at] == ' ')
            str_adds(out, "_");
        else if (taken > 0 && plain(c))
            str_add(out, bytes + at, n);
        else
            for (size_t i = at; i < at + n; i++)
                str_addf(out, "\\x%02x", (unsigned char)bytes[i]);
    }
}

void subwords_text(const struct subwords *s, struct str *out)
{
    str_addf(out, "codarun subwords 1: %d merges\n", s->merge.n);
    for (int i = 0; i < s->merge.n; i++) {
        subwords_name(s, pair_index_left(&s->merge, i), out);
        str_adds(out, " ");
        subwords_name(s, pair_index_right(&s->merge, i), out);
        str_adds(out, "\n");
    }
}

/* --- reading -------------------------------------------------------------- */

/* A file being read. */
struct subwords_reader {
    struct lines *lines;
    struct subwords *s;
    struct vocabulary name; /* names of the tokens, by number */
    struct str scratch;
};

/* False if another token has that name. */
static bool add_name(struct subwords_reader *r, int32_t token)
{
    str_clear(&r->scratch);
    subwords_name(r->s, token, &r->scratch);
    return vocabulary_add(&r->name, r->scratch.s, r->scratch.len) == token;
}

static int read_header(const struct subwords_reader *r, long *merges,
                       struct error *e)
{
    char *line = NULL;
    size_t len;
    int end = 0;
    const int more = lines_next(r->lines, &line, &len, e);

    if (more < 0)
        return -1;
    if (!more ||
        sscanf(line, "codarun subwords 1: %ld merges%n", merges, &end) != 1 ||
        !end || line[end])
        return lines_error(r->lines, e,
                           "found '%.60s', expected 'codarun subwords 1: N "
                           "merges'",
                           more ? line : "");
    if (*merges < 0 || *merges > SUBWORD_MERGES)
        return lines_error(r->lines, e, "found %ld merges, expected 0 to %.0f",
                           *merges, SUBWORD_MERGES);
    return 0;
}

static int read_merge(struct subwords_reader *r, const char *line, size_t len,
                      struct error *e)
{
    const char *blank = memchr(line, ' ', len);
    const size_t left = blank ? (size_t)(blank - line) : len;
    const char *right = blank ? blank + 1 : line + len;
    const int32_t a = vocabulary_find(&r->name, line, left);
    const int32_t b =
        vocabulary_find(&r->name, right, len - (size_t)(right - line));

    if (a < 0 || b < 0)
        return lines_error(r->lines, e,
                           "found '%.60s', expected two tokens that are bytes "
                           "or from lines above",
                           line);
    subwords_add(r->s, a, b);
    if (!add_name(r, r->s->n - 1))
        return lines_error(r->lines, e,
                           "found '%.60s', whose token is there already", line);
    return 0;
}

static int read_all(struct subwords_reader *r, struct error *e)
{
    long merges = 0;
    char *line;
    size_t len;
    int more;

    if (read_header(r, &merges, e))
        return -1;
    while ((more = lines_next(r->lines, &line, &len, e)) > 0)
        if (read_merge(r, line, len, e))
            return -1;
    if (!more && r->s->merge.n != merges)
        return lines_error(r->lines, e, "found %d merges, expected %ld",
                           r->s->merge.n, merges);
    return more;
}

int subwords_read(struct subwords *s, const char *path, struct digest *d,
                  struct error *e)
{
    struct subwords_reader r = {.lines = lines_open(path, e), .s = s};

    *s = (struct subwords){0};
    if (!r.lines)
        return -1;
    subwords_init(s);
    vocabulary_init(&r.name, NULL, 0);
    for (int32_t b = 0; b < SUBWORD_BYTES; b++)
        add_name(&r, b);
    const int bad = read_all(&r, e);

    *d = lines_digest(r.lines);
    lines_close(r.lines);
    vocabulary_release(&r.name);
    str_release(&r.scratch);
    return bad;
}
