/*
 * export_reader.h - an export of a reader as words, characters and examples.
 */
#ifndef EXPORT_READER_H
#define EXPORT_READER_H

#include "export_fixture.h"
#include "head/span.h"
#include "model/model.h"
#include "reader_names.h"

#define EXAMPLES 2

struct export
{
    hid_t file;
    char *sizes, *attention; /* owned */
    const struct reader *reader;
    struct words words;
    struct characters characters;
    struct examples x;
    struct chosen kind;
    struct model *model;
    float *params, *grads; /* owned */
};

static const struct column_kind matches[] = {{"match 0", COLUMN_FLOAT, 1, 0},
                                             {"match 1", COLUMN_FLOAT, 1, 1}};
static const struct column_kind *const columns[] = {&span_column, &matches[0],
                                                    &matches[1], NULL};

static inline void read_vectors(struct export *x, const char *path)
{
    struct array a = array_read(x->file, path);

    x->words.n = (int)a.dim[0];
    x->words.width = (int)a.dim[1];
    x->words.vectors = memory_floats(a.n);
    array_turn(&a, true, x->words.vectors);
    free(a.at);
}

/* Integers of example i; returns how many. */
static inline int read_ints(struct export *x, int i, const char *name,
                            int32_t *out)
{
    char *path = memory_format("examples/%d/inputs/%s", i, name);
    struct array a = array_read(x->file, path);

    for (size_t k = 0; k < a.n; k++)
        out[k] = (int32_t)a.at[k];
    free(a.at);
    free(path);
    return (int)a.n;
}

/* The letters of the words of a part, 0 behind the last. */
static inline void read_letters(struct export *x, int i, const char *name,
                                const int32_t *token, int n, int32_t *letters,
                                int most)
{
    int32_t all[256];

    assert_true(n * most <= 256);
    read_ints(x, i, name, all);
    for (int k = 0; k < n; k++)
        memcpy(letters + token[k] * most, all + k * most,
               sizeof(*all) * (size_t)most);
}

static inline void make_characters(struct export *x, const int32_t *letters,
                                   int most)
{
    const struct column_kind kind = {"characters", COLUMN_INT, COLUMN_RAGGED,
                                     OF_EXAMPLE};
    struct str alphabet = {0};

    text_fill("$alphabet", x->sizes, "", &alphabet);
    x->characters =
        (struct characters){.n = atoi(str_text(&alphabet)), .most = most};
    column_init(&x->characters.of, &kind);
    for (int w = 0; w < x->words.n; w++) {
        int n = 0;

        while (n < most && letters[w * most + n])
            n++;
        column_add(&x->characters.of, (struct values){letters + w * most, n});
    }
    x->words.characters = &x->characters;
    str_release(&alphabet);
}

/* Which tokens of one side are on the other. */
static inline void match(const int32_t *token, int n, const int32_t *other,
                         int m, float *out)
{
    for (int i = 0; i < n; i++) {
        out[i] = 0.0f;
        for (int j = 0; j < m; j++)
            out[i] = token[i] == other[j] ? 1.0f : out[i];
    }
}

static inline void read_examples(struct export *x)
{
    int32_t token[2][64], span[2], *letters;
    float same[2][64];
    struct str most = {0};

    text_fill("$letters", x->sizes, "", &most);
    const int m = atoi(str_text(&most));

    str_release(&most);
    letters = memory_zeroed((size_t)(x->words.n * m), sizeof(*letters));
    examples_init(&x->x, SHAPE_DOCUMENT_QUERY, columns);
    for (int i = 0; i < EXAMPLES; i++) {
        const int n = read_ints(x, i, "context", token[0]);
        const int q = read_ints(x, i, "question", token[1]);

        read_ints(x, i, "start", &span[0]);
        read_ints(x, i, "end", &span[1]);
        read_letters(x, i, "context_chars", token[0], n, letters, m);
        read_letters(x, i, "question_chars", token[1], q, letters, m);
        match(token[0], n, token[1], q, same[0]);
        match(token[1], q, token[0], n, same[1]);
        examples_add(&x->x,
                     &(struct example){
                         .part = {{token[0], n}, {token[1], q}},
                         .column = {{span, 2}, {same[0], n}, {same[1], q}}});
    }
    make_characters(x, letters, m);
    free(letters);
}

#endif
