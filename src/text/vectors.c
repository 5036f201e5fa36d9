#include "text/vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "text/lines.h"

const char *const unknown_vector_names[] = {"hashed", "own", NULL};

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

static bool is_header(const char *line)
{
    return !line[strspn(line, "0123456789 ")];
}

/* The end of the word: as many numbers follow as a row has. */
static size_t word_len(const char *line, size_t len, int width)
{
    while (len && width)
        width -= line[--len] == ' ';
    return len;
}

static int read_row(struct vectors *x, struct lines *l, char *line, size_t len,
                    const struct vocabulary *v, struct error *e)
{
    size_t word;
    int32_t id;
    int good;

    if (len && line[len - 1] == ' ')
        line[--len] = 0;
    if (count_spaces(line, len) < x->width)
        return lines_error(l, e,
                           "found %d numbers behind the word, expected %d",
                           count_spaces(line, len), x->width);
    word = word_len(line, len, x->width);
    id = vocabulary_find(v, line, word);
    if (memchr(line, ' ', word)) { /* a word of several, or numbers too many */
        if (begins_with_number(line + strcspn(line, " ") + 1))
            return lines_error(l, e,
                               "found %d numbers behind the word, expected %d",
                               count_spaces(line, len), x->width);
        return 0;
    }
    if (id < 0 || x->found[id])
        return 0;
    x->found[id] = true;
    good = parse(line + word + 1, x->width, x->value + (size_t)id * x->width);
    if (good < x->width)
        return lines_error(l, e,
                           "number %d of '%.*s': expected a finite number",
                           good + 1, (int)word, line);
    return 0;
}

static int read_rows(struct vectors *x, struct lines *l,
                     const struct vocabulary *v, struct error *e)
{
    char *line;
    size_t len;
    int more;

    while ((more = lines_next(l, &line, &len, e)) > 0) {
        if (!x->width) {
            size_t n = len && line[len - 1] == ' ' ? len - 1 : len;
            int columns = count_spaces(line, n);

            if (columns == 1 && is_header(line))
                continue;
            if (columns < 1)
                return lines_error(l, e,
                                   "found one column, expected a word and "
                                   "its numbers");
            x->width = columns;
            x->value = memory_zeroed((size_t)v->n * (size_t)columns,
                                     sizeof(*x->value));
        }
        if (read_row(x, l, line, len, v, e))
            return -1;
    }
    if (!more && !x->width)
        return lines_error(l, e, "found no word vectors");
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

    if (rule == UNKNOWN_HASHED && !special)
        at = (struct address){.example = (uint32_t)(hash % HASHED)};
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
                 bool unit, struct error *e)
{
    struct lines *l = lines_open(path, e);

    *x = (struct vectors){0};
    if (!l)
        return -1;
    x->found = memory_zeroed((size_t)v->n, sizeof(*x->found));
    if (read_rows(x, l, v, e)) {
        lines_close(l);
        vectors_release(x);
        return -1;
    }
    lines_close(l);
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
