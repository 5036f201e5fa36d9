#include "text/language/vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "base/numbers/random.h"
#include "text/language/vector_rows.h"

const char *const unknown_vector_names[] = {"hashed", "own", "shared", "zero",
                                            NULL};
const char *const vector_spelling_names[] = {"exact", "any", NULL};

enum { HASHED = 100 }; /* Parikh et al. 2016, section 4.1 */

/* --- spellings of a word -------------------------------------------------- */

/* A word of the vocabulary, as one of its spellings. */
struct word_spelling {
    int32_t word;
    int rank; /* 0: as it is; lower is better */
    int next; /* with the same text; -1: none */
};

struct spellings {
    struct vocabulary text;
    struct word_spelling *way; /* owned [ways] */
    int ways, room;
    int *first; /* owned [text.n]: a text's first spelling */
    int first_room;
    int *rank; /* owned [words]: of the row that a word has; or NONE */
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
    s->way[s->ways] = (struct word_spelling){word, rank, s->first[t]};
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

/* The next spelling of this text, after `way` or the first if it is -1, whose
 * word has no row that is as good; -1 if there is none. */
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

/* Use a row for all words for which it is the best so far. */
static int take_row(struct vectors *x, const struct vector_rows *r,
                    struct spellings *s, struct error *e)
{
    for (int w = -1; (w = better(s, r->word, r->len, w)) >= 0;) {
        const size_t id = (size_t)s->way[w].word;

        x->found[id] = true;
        s->rank[id] = s->way[w].rank;
        if (vector_rows_parse(r, x->value + id * (size_t)x->width, e))
            return -1;
    }
    return 0;
}

static int read_rows(struct vectors *x, struct vector_rows *r,
                     const struct vocabulary *v, struct spellings *s,
                     struct error *e)
{
    int more;

    while ((more = vector_rows_next(r, e)) >= 0) {
        if (!x->value) {
            x->width = r->width;
            x->value = memory_zeroed((size_t)v->n * (size_t)x->width,
                                     sizeof(*x->value));
        }
        if (!more)
            break;
        if (take_row(x, r, s, e))
            return -1;
    }
    if (!more)
        x->digest = lines_digest(r->in);
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

    if (rule == UNKNOWN_ZERO) /* the vector is zeros already */
        return;
    if (rule == UNKNOWN_HASHED && !special)
        at = (struct address){.example = (uint32_t)(hash % HASHED)};
    if (rule == UNKNOWN_SHARED && !special)
        at = (struct address){0};
    random_normal(key, at, (size_t)width, 1.0f, out);
}

void vector_to_unit(float *x, int width)
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
    struct vector_rows rows;
    struct spellings s;
    int bad;

    *x = (struct vectors){0};
    if (vector_rows_open(&rows, path, e))
        return -1;
    x->found = memory_zeroed((size_t)v->n, sizeof(*x->found));
    spellings_init(&s, v, spelling);
    bad = read_rows(x, &rows, v, &s, e);
    spellings_release(&s);
    vector_rows_close(&rows);
    if (bad) {
        vectors_release(x);
        return -1;
    }
    for (int i = 0; i < v->n; i++) {
        float *row = x->value + (size_t)i * (size_t)x->width;

        if (!x->found[i])
            draw(v, i, unknown, x->width, row);
        if (unit)
            vector_to_unit(row, x->width);
    }
    return 0;
}

void vectors_release(struct vectors *x)
{
    free(x->value);
    free(x->found);
    *x = (struct vectors){0};
}
