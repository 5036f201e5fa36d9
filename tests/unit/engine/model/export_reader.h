/*
 * export_reader.h - reads a reader's export as words, characters and examples.
 */
#ifndef EXPORT_READER_H
#define EXPORT_READER_H

#include "engine/head/kinds/cloze.h"
#include "engine/head/kinds/span.h"
#include "engine/model/model.h"
#include "tests/unit/engine/model/export_fixture.h"
#include "tests/unit/engine/model/reader_names.h"

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

/* For a reader that answers with a candidate: a class for each token of the
 * document. */
static const struct column_kind match = {"match 0", COLUMN_INT, 1, 0};
static const struct column_kind *const matched_columns[] = {
    &cloze_tokens, &cloze_counts, &cloze_lengths, &cloze_right, &cloze_place,
    &match,        NULL};

static inline void read_vectors(struct export *x, const char *path)
{
    struct array a = array_read(x->file, path);

    x->words.n = (int)a.dim[0];
    x->words.width = (int)a.dim[1];
    x->words.vectors = memory_floats(a.n);
    array_turn(&a, true, x->words.vectors);
    free(a.at);
}

/* Read integers of example i; returns how many. */
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

/* The letters of the words of a part, padded with 0. */
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

/* Mark the tokens of one side that occur on the other. */
static inline void find_matches(const int32_t *token, int n,
                                const int32_t *other, int m, float *out)
{
    for (int i = 0; i < n; i++) {
        out[i] = 0.0f;
        for (int j = 0; j < m; j++)
            out[i] = token[i] == other[j] ? 1.0f : out[i];
    }
}

static inline int letters_of(const struct export *x)
{
    struct str most = {0};

    text_fill("$letters", x->sizes, "", &most);
    const int m = atoi(str_text(&most));

    str_release(&most);
    return m;
}

static inline void add_span(struct export *x, int i, struct example *e)
{
    int32_t span[2];
    float same[2][64];

    read_ints(x, i, "start", &span[0]);
    read_ints(x, i, "end", &span[1]);
    for (int p = 0; p < 2; p++) {
        find_matches(e->part[p].at, e->part[p].n, e->part[1 - p].at,
                     e->part[1 - p].n, same[p]);
        e->column[1 + p] = (struct values){same[p], e->part[p].n};
    }
    e->column[0] = (struct values){span, 2};
    examples_add(&x->x, e);
}

/* A candidate is a word; its places are searched in the document. */
static inline void add_cloze(struct export *x, int i, struct example *e)
{
    const struct values document = e->part[0];
    const int32_t *token = document.at;
    int32_t candidate[64], at[256], count[64], length[64], right, place;
    int32_t known[64];
    float same[64];
    int kept = 0;
    const int n = read_ints(x, i, "candidates", candidate);

    read_ints(x, i, "answer", &right);
    read_ints(x, i, "cloze", &place);
    for (int c = 0; c < n; c++) {
        const int before = kept;

        for (int k = 0; k < document.n; k++)
            if (token[k] == candidate[c])
                at[kept++] = k;
        count[c] = kept - before;
        length[c] = 1;
    }
    find_matches(token, document.n, e->part[1].at, e->part[1].n, same);
    for (int k = 0; k < document.n; k++)
        known[k] = same[k] > 0.0f;
    const struct values all[] = {{at, kept},  {count, n},  {length, n},
                                 {&right, 1}, {&place, 1}, {known, document.n}};

    memcpy(e->column, all, sizeof(all));
    examples_add(&x->x, e);
}

static inline void read_examples(struct export *x)
{
    const int m = letters_of(x);
    int32_t token[2][64];
    int32_t *letters =
        memory_zeroed((size_t)(x->words.n * m), sizeof(*letters));

    examples_init(&x->x, SHAPE_DOCUMENT_QUERY,
                  x->reader->cloze ? matched_columns : columns);
    for (int i = 0; i < EXAMPLES; i++) {
        const int n = read_ints(x, i, "context", token[0]);
        const int q = read_ints(x, i, "question", token[1]);
        struct example e = {.part = {{token[0], n}, {token[1], q}}};

        read_letters(x, i, "context_chars", token[0], n, letters, m);
        read_letters(x, i, "question_chars", token[1], q, letters, m);
        (x->reader->cloze ? add_cloze : add_span)(x, i, &e);
    }
    make_characters(x, letters, m);
    free(letters);
}

#endif
