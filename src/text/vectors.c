#include "text/vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/str.h"
#include "text/lines.h"

const char *const unknown_vector_names[] = {"hashed", "own", "shared", "zero",
                                            NULL};
const char *const vector_spelling_names[] = {"exact", "any", NULL};

enum { HASHED = 100 }; /* Parikh et al. 2016, section 4.1 */

static int count_spaces(const char *s, size_t len)
{
    int n = 0;

    for (size_t i = 0; i < len; i++)
        n += s[i] == ' ';
    return n;
}

/* A whole line read as `n` numbers between single spaces. */
static int parse(const char *s, int n, float *out)
{
    for (int i = 0; i < n; i++) {
        char *end;

        if (*s == ' ')
            return i;
        out[i] = strtof(s, &end);
        if (end == s || !isfinite(out[i]) || *end != (i < n - 1 ? ' ' : 0))
            return i;
        s = end + 1;
    }
    return n;
}

static bool begins_with_number(const char *s)
{
    char *end;

    strtof(s, &end);
    return end > s && *end == ' ';
}

struct header {
    long rows, width;
};

/* What a first line "rows width" says; width 0: it is none. */
static struct header header_of(const char *line, int columns)
{
    char *end;

    if (columns != 1 || line[strspn(line, "0123456789 ")])
        return (struct header){0};
    const long rows = strtol(line, &end, 10);

    return (struct header){rows, strtol(end, NULL, 10)};
}

/* The end of the word: as many numbers follow as a row has. */
static size_t word_len(const char *line, size_t len, int width)
{
    while (len && width)
        width -= line[--len] == ' ';
    return len;
}

/* --- which words a row is for -------------------------------------------- */

/* A word of the vocabulary, as one of the ways to spell it. */
struct spelling {
    int32_t word;
    int rank; /* 0: as it is; the lower the better */
    int next; /* of the same text; -1: none */
};

struct spellings {
    struct vocabulary text;
    struct spelling *way; /* owned [ways] */
    int ways, room;
    int *first; /* owned [text.n]: a text's first way */
    int first_room;
    int *rank; /* owned [words]: of the row a word has; NONE */
};
enum { NONE = 9 };

static void add_way(struct spellings *s, int32_t word, int rank,
                    const char *text, size_t len)
{
    const int before = s->text.n;
    const int32_t t = vocabulary_add(&s->text, text, len);

    if (t == before) {
        GROW(s->first, t, s->first_room);
        s->first[t] = -1;
    }
    GROW(s->way, s->ways, s->room);
    s->way[s->ways] = (struct spelling){word, rank, s->first[t]};
    s->first[t] = s->ways++;
}

enum letters { SMALL = 1, CAPITALISED, CAPITALS };

static void in_letters(enum letters how, const char *word, struct str *out)
{
    const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)word;
    utf8proc_int32_t c;

    str_clear(out);
    for (bool first = true; *at; first = false) {
        const bool large = how == CAPITALS || (how == CAPITALISED && first);
        utf8proc_uint8_t bytes[4];

        at += utf8proc_iterate(at, -1, &c);
        c = large ? utf8proc_toupper(c) : utf8proc_tolower(c);
        str_add(out, bytes, (size_t)utf8proc_encode_char(c, bytes));
    }
}

static void spellings_init(struct spellings *s, const struct vocabulary *v,
                           enum vector_spelling spelling)
{
    struct str text = {0};

    *s = (struct spellings){0};
    vocabulary_init(&s->text, NULL, 0);
    s->rank = memory_new((size_t)v->n * sizeof(*s->rank));
    for (int i = 0; i < v->n; i++) {
        s->rank[i] = NONE;
        if (i < v->special)
            continue;
        add_way(s, i, 0, v->word[i], strlen(v->word[i]));
        for (int how = SMALL; spelling == SPELLING_ANY && how <= CAPITALS;
             how++) {
            in_letters((enum letters)how, v->word[i], &text);
            add_way(s, i, how, str_text(&text), text.len);
        }
    }
    str_release(&text);
}

static void spellings_release(struct spellings *s)
{
    vocabulary_release(&s->text);
    free(s->way);
    free(s->first);
    free(s->rank);
}

/* The words for which a row of the text is better than what they have. */
static int better(const struct spellings *s, const char *text, size_t len,
                  int way)
{
    if (way < 0) {
        const int32_t t = vocabulary_find(&s->text, text, len);

        way = t < 0 ? -1 : s->first[t];
    } else {
        way = s->way[way].next;
    }
    while (way >= 0 && s->way[way].rank >= s->rank[s->way[way].word])
        way = s->way[way].next;
    return way;
}

/* --- rows ---------------------------------------------------------------- */

static int read_row(struct vectors *x, struct lines *l, char *line, size_t len,
                    struct spellings *s, struct error *e)
{
    size_t word;
    int good = x->width;

    if (len && line[len - 1] == ' ')
        line[--len] = 0;
    if (count_spaces(line, len) < x->width)
        return lines_error(l, e,
                           "found %d numbers behind the word, expected %d",
                           count_spaces(line, len), x->width);
    word = word_len(line, len, x->width);
    if (memchr(line, ' ', word)) { /* a word of several, or numbers too many */
        if (begins_with_number(line + strcspn(line, " ") + 1))
            return lines_error(l, e,
                               "found %d numbers behind the word, expected %d",
                               count_spaces(line, len), x->width);
        return 0;
    }
    for (int w = -1; (w = better(s, line, word, w)) >= 0;) {
        const size_t id = (size_t)s->way[w].word;

        x->found[id] = true;
        s->rank[id] = s->way[w].rank;
        good =
            parse(line + word + 1, x->width, x->value + id * (size_t)x->width);
    }
    if (good < x->width)
        return lines_error(l, e,
                           "number %d of '%.*s': expected a finite number",
                           good + 1, (int)word, line);
    return 0;
}

/* The first row says the width, as a header before it does. */
static int take_width(struct vectors *x, const struct lines *l, int columns,
                      long header, const struct vocabulary *v, struct error *e)
{
    if (columns < 1)
        return lines_error(l, e,
                           "found one column, expected a word and its numbers");
    if (header && columns != header)
        return lines_error(l, e,
                           "found %d numbers behind the word, expected %ld by "
                           "line 1",
                           columns, header);
    if (columns > VECTORS_WIDEST)
        return lines_error(l, e,
                           "found %d numbers behind the word, expected at most "
                           "%d",
                           columns, VECTORS_WIDEST);
    x->width = columns;
    x->value = memory_zeroed((size_t)v->n * (size_t)columns, sizeof(*x->value));
    return 0;
}

/* All rows are read: are there any, and as many as the header says? */
static int check_rows(const struct lines *l, const struct header *header,
                      const struct vectors *x, struct error *e)
{
    const long rows = lines_number(l) - 1;

    if (!x->width)
        return lines_error(l, e, "found no word vectors");
    if (header->width && rows != header->rows)
        return lines_error(l, e,
                           "found the file's end behind %ld rows, expected "
                           "%ld by line 1",
                           rows, header->rows);
    return 0;
}

static int read_rows(struct vectors *x, struct lines *l,
                     const struct vocabulary *v, struct spellings *s,
                     struct error *e)
{
    struct header header = {0};
    char *line;
    size_t len;
    int more;

    while ((more = lines_next(l, &line, &len, e)) > 0) {
        if (!x->width) {
            const size_t n = len && line[len - 1] == ' ' ? len - 1 : len;
            const int columns = count_spaces(line, n);

            if (lines_number(l) == 1 &&
                (header = header_of(line, columns)).width > 0)
                continue;
            if (take_width(x, l, columns, header.width, v, e))
                return -1;
        }
        if (read_row(x, l, line, len, s, e))
            return -1;
    }
    if (!more)
        more = check_rows(l, &header, x, e);
    x->digest = lines_digest(l);
    return more;
}

/* The random vector of a word without one. */
static void draw(const struct vocabulary *v, int id, enum unknown_vectors rule,
                 int width, float *out)
{
    const bool special = id < v->special;
    const char *word = v->word[id];
    uint64_t hash = hash64(word, strlen(word));
    struct random_key key =
        random_key(0, special ? "special tokens" : "words without a vector");
    struct address at = {.step = (uint32_t)(hash >> 32),
                         .example = (uint32_t)hash};

    if (rule == UNKNOWN_ZERO) /* zeros stand there */
        return;
    if (rule == UNKNOWN_HASHED && !special)
        at = (struct address){.example = (uint32_t)(hash % HASHED)};
    if (rule == UNKNOWN_SHARED && !special)
        at = (struct address){0};
    random_normal(key, at, (size_t)width, 1.0f, out);
}

/* A vector of zeros has no direction and stays. */
static void to_unit(float *x, int width)
{
    double square = 0;

    for (int i = 0; i < width; i++)
        square += (double)x[i] * x[i];
    for (int i = 0; i < width && square > 0; i++)
        x[i] = (float)(x[i] / sqrt(square));
}

int vectors_read(struct vectors *x, const char *path,
                 const struct vocabulary *v, enum unknown_vectors unknown,
                 enum vector_spelling spelling, bool unit, struct error *e)
{
    struct lines *l = lines_open(path, e);
    struct spellings s;
    int bad;

    *x = (struct vectors){0};
    if (!l)
        return -1;
    x->found = memory_zeroed((size_t)v->n, sizeof(*x->found));
    spellings_init(&s, v, spelling);
    bad = read_rows(x, l, v, &s, e);
    spellings_release(&s);
    lines_close(l);
    if (bad) {
        vectors_release(x);
        return -1;
    }
    for (int i = 0; i < v->n; i++) {
        float *row = x->value + (size_t)i * (size_t)x->width;

        if (!x->found[i])
            draw(v, i, unknown, x->width, row);
        if (unit)
            to_unit(row, x->width);
    }
    return 0;
}

void vectors_release(struct vectors *x)
{
    free(x->value);
    free(x->found);
    *x = (struct vectors){0};
}
