#include "config.h"

#include "engine/word_vectors/running_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "engine/word_vectors/vectors_file.h"

void running_text_init(struct running_text *r)
{
    *r = (struct running_text){0};
    vocabulary_init(&r->words, NULL, 0);
}

void running_text_release(struct running_text *r)
{
    vocabulary_release(&r->words);
    free(r->text);
    free(r->count);
    free(r->token);
    free(r->end);
    *r = (struct running_text){0};
}

void running_text_end(struct running_text *r)
{
    const size_t begun = r->sentences ? r->end[r->sentences - 1] : 0;

    if (r->tokens == begun)
        return;
    GROW(r->end, r->sentences, r->end_room);
    r->end[r->sentences++] = r->tokens;
}

/* A vectors file separates words by blanks and rows by line ends. */
static bool fits_a_line(const char *word, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (word[i] == ' ' || word[i] == '\n' || word[i] == '\r')
            return false;
    return true;
}

void running_text_add(struct running_text *r, const char *word, size_t len)
{
    const size_t begun = r->sentences ? r->end[r->sentences - 1] : 0;

    if (!len)
        return;
    if (!fits_a_line(word, len)) {
        r->refused++;
        return;
    }
    const int32_t number = vocabulary_add(&r->words, word, len);

    if (number == r->n) {
        GROW(r->count, r->n, r->room);
        r->count[r->n++] = 0;
    }
    r->count[number]++;
    GROW(r->token, r->tokens, r->token_room);
    r->token[r->tokens++] = number;
    if (r->tokens - begun == SENTENCE_MOST)
        running_text_end(r);
}

struct counted {
    const char *text;
    long count;
    int32_t number;
};

static int by_count(const void *a, const void *b)
{
    const struct counted *x = a, *y = b;

    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return strcmp(x->text, y->text);
}

/* The words sorted by frequency; *kept is how many occur often enough. */
static struct counted *sort_words(const struct running_text *r, long least,
                                  int *kept)
{
    struct counted *c = memory_new((size_t)(r->n + 1) * sizeof(*c));

    for (int i = 0; i < r->n; i++)
        c[i] = (struct counted){r->words.word[i], r->count[i], i};
    qsort(c, (size_t)r->n, sizeof(*c), by_count);
    *kept = 0;
    while (*kept < r->n && c[*kept].count >= least)
        ++*kept;
    return c;
}

/* Replace the numbers of tokens, and remove those whose new number is -1. */
static void renumber(struct running_text *r, const int32_t *number)
{
    size_t from = 0, tokens = 0, sentences = 0;

    for (size_t s = 0; s < r->sentences; s++) {
        const size_t end = r->end[s], begun = tokens;

        for (; from < end; from++)
            if (number[r->token[from]] >= 0)
                r->token[tokens++] = number[r->token[from]];
        if (tokens > begun)
            r->end[sentences++] = tokens;
    }
    r->tokens = tokens;
    r->sentences = sentences;
}

int running_text_keep(struct running_text *r, long least, struct error *e)
{
    int kept;

    running_text_end(r);
    if (!r->tokens)
        return error_set(e, "found no word, expected a text to learn from");
    struct counted *c = sort_words(r, least, &kept);
    int32_t *number = memory_new((size_t)r->n * sizeof(*number));

    if (!kept)
        error_set(e,
                  "no word comes %ld times: the most frequent comes %ld times "
                  "(--min-count)",
                  least, c[0].count);
    for (int i = 0; i < r->n; i++)
        number[c[i].number] = i < kept ? i : -1;
    renumber(r, number);
    r->text = memory_new((size_t)(kept + 1) * sizeof(*r->text));
    for (int i = 0; i < kept; i++) {
        r->text[i] = c[i].text;
        r->count[i] = c[i].count;
    }
    r->n = kept;
    free(number);
    free(c);
    return kept ? 0 : -1;
}

size_t running_text_sentence(const struct running_text *r, size_t place)
{
    size_t low = 0, high = r->sentences;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (r->end[middle] <= place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Writes the sentences of a file, some at a time. */
struct sentence_writer {
    const struct running_text *of;
    size_t sentence;
    struct str some;
};

static bool next_sentences(void *of, struct file_piece *p)
{
    enum { ENOUGH = 1 << 20 };
    struct sentence_writer *w = of;
    const struct running_text *r = w->of;

    str_clear(&w->some);
    for (; w->sentence < r->sentences && w->some.len < ENOUGH; w->sentence++) {
        const size_t end = r->end[w->sentence];

        for (size_t i = w->sentence ? r->end[w->sentence - 1] : 0; i < end;
             i++) {
            str_adds(&w->some, r->text[r->token[i]]);
            str_add(&w->some, i + 1 < end ? " " : "\n", 1);
        }
    }
    *p = (struct file_piece){w->some.s, w->some.len};
    return w->some.len > 0;
}

int running_text_write(const struct running_text *r, const char *path,
                       bool force, struct error *e)
{
    struct sentence_writer w = {.of = r};
    const int bad = vectors_file_write(
        path, &(struct file_pieces){next_sentences, &w}, force, e);

    str_release(&w.some);
    return bad;
}

struct digest running_text_digest(const struct running_text *r)
{
    struct hasher *h = hasher_new();

    for (int i = 0; i < r->n; i++)
        hasher_add(h, r->text[i], strlen(r->text[i]) + 1);
    for (size_t s = 0; s < r->sentences; s++)
        hasher_add(h, &(uint64_t){r->end[s]}, sizeof(uint64_t));
    hasher_add(h, r->token, r->tokens * sizeof(*r->token));
    const struct digest d = hasher_digest(h);

    hasher_free(h);
    return d;
}
