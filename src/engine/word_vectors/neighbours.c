#include "config.h"

#include "engine/word_vectors/neighbours.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "engine/kernel/vector.h"
#include "text/language/vector_rows.h"
#include "text/language/vectors.h"

/* Add the current row, unless the word has one. */
static int take_row(struct word_vectors *v, const struct vector_rows *r,
                    struct error *e)
{
    const size_t width = (size_t)r->width;
    const int n = v->words.n;

    v->width = r->width;
    if (!r->len || vocabulary_add(&v->words, r->word, r->len) < n)
        return 0;
    if (n == v->room) {
        v->room = 2 * n + 1000;
        v->value =
            memory_resize(v->value, (size_t)v->room * width * sizeof(float));
    }
    float *row = v->value + (size_t)n * width;

    if (vector_rows_parse(r, row, e))
        return -1;
    vector_to_unit(row, r->width);
    return 0;
}

int word_vectors_read(struct word_vectors *v, const char *path, struct error *e)
{
    struct vector_rows r;
    int more;

    *v = (struct word_vectors){0};
    vocabulary_init(&v->words, NULL, 0);
    if (vector_rows_open(&r, path, e))
        return -1;
    while ((more = vector_rows_next(&r, e)) > 0)
        if (take_row(v, &r, e)) {
            more = -1;
            break;
        }
    vector_rows_close(&r);
    return more;
}

void word_vectors_release(struct word_vectors *v)
{
    vocabulary_release(&v->words);
    free(v->value);
    *v = (struct word_vectors){0};
}

int neighbours_of(const struct word_vectors *v, int word, int n,
                  struct neighbour *out)
{
    const size_t width = (size_t)v->width;
    const float *of = v->value + (size_t)word * width;
    int have = 0;

    for (int i = 0; i < v->words.n; i++) {
        const struct neighbour x = {
            i, vector_dot(width, of, v->value + (size_t)i * width)};
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
