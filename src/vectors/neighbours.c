#include "config.h"

#include "vectors/neighbours.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/vector.h"
#include "text/lines.h"

static int spaces(const char *s)
{
    int n = 0;

    while ((s = strchr(s, ' ')) != NULL) {
        s++;
        n++;
    }
    return n;
}

/* Is it word2vec's header, "rows width"? */
static bool is_header(const char *line)
{
    return spaces(line) == 1 && !line[strspn(line, "0123456789 ")];
}

/* The word before so many numbers. */
static void add_word(struct vocabulary *words, const char *line, size_t len,
                     int width)
{
    while (len && width)
        width -= line[--len] == ' ';
    if (len)
        vocabulary_add(words, line, len);
}

static int read_words(struct vocabulary *words, const char *path,
                      struct error *e)
{
    struct lines *in = lines_open(path, e);
    int width = 0, more = -1;
    char *line;
    size_t len;

    while (in && (more = lines_next(in, &line, &len, e)) > 0) {
        if (lines_number(in) == 1 && is_header(line))
            continue;
        width = width ? width : spaces(line);
        add_word(words, line, len, width);
    }
    lines_close(in);
    return more;
}

int word_vectors_read(struct word_vectors *v, const char *path, struct error *e)
{
    *v = (struct word_vectors){0};
    vocabulary_init(&v->words, NULL, 0);
    if (read_words(&v->words, path, e))
        return -1;
    return vectors_read(&v->vectors, path, &v->words, UNKNOWN_ZERO,
                        SPELLING_EXACT, true, e);
}

void word_vectors_release(struct word_vectors *v)
{
    vocabulary_release(&v->words);
    vectors_release(&v->vectors);
    *v = (struct word_vectors){0};
}

int neighbours_of(const struct word_vectors *v, int word, int n,
                  struct neighbour *out)
{
    const size_t width = (size_t)v->vectors.width;
    const float *of = v->vectors.value + (size_t)word * width;
    int have = 0;

    for (int i = 0; i < v->words.n; i++) {
        const struct neighbour x = {
            i, vector_dot(width, of, v->vectors.value + (size_t)i * width)};
        int at = have;

        if (i == word || (have == n && !(x.cosine > out[n - 1].cosine)))
            continue;
        for (at = have < n ? have++ : n - 1;
             at && out[at - 1].cosine < x.cosine; at--)
            out[at] = out[at - 1];
        out[at] = x;
    }
    return have;
}
