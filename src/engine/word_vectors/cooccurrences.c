#include "config.h"

#include "engine/word_vectors/cooccurrences.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/interrupt.h"
#include "base/core/memory.h"
#include "base/numbers/math_functions.h"
#include "base/numbers/random.h"
#include "engine/word_vectors/blocks.h"

struct counting {
    const struct running_text *text;
    struct cooccurrences *to;
    int window;
    double x_max;
    size_t *first; /* owned [words + 1]: of each word's places in `place` */
    size_t *place; /* owned [tokens] */
    size_t *at;    /* owned [words * blocks]: first the number of a word's
                      counts in a block, then their offset */
    bool filling;
    struct random_key key;
};

/* List the places of each word. */
static void find_places(struct counting *c)
{
    const struct running_text *r = c->text;
    size_t at = 0;

    c->first = memory_new((size_t)(r->n + 1) * sizeof(*c->first));
    c->place = memory_new(r->tokens * sizeof(*c->place));
    for (int w = 0; w < r->n; w++) {
        c->first[w] = at;
        at += (size_t)r->count[w];
    }
    for (size_t i = 0; i < r->tokens; i++)
        c->place[c->first[r->token[i]]++] = i;
    for (int w = r->n; w; w--)
        c->first[w] = c->first[w - 1];
    c->first[0] = 0;
}

/* The counts of one word; between words all are 0. */
struct word_counts {
    double *sum; /* [words] */
    int *touched, n;
};

static void add(struct word_counts *row, int32_t word, size_t distance)
{
    if (row->sum[word] == 0)
        row->touched[row->n++] = word;
    row->sum[word] += 1.0 / (double)distance;
}

static void add_around(const struct counting *c, struct word_counts *row,
                       size_t place)
{
    const struct running_text *r = c->text;
    const size_t s = running_text_sentence(r, place);
    const size_t begin = s ? r->end[s - 1] : 0, end = r->end[s];

    for (size_t d = 1; d <= (size_t)c->window; d++) {
        if (place >= begin + d)
            add(row, r->token[place - d], d);
        if (place + d < end)
            add(row, r->token[place + d], d);
    }
}

static float weight_of(double count, double x_max)
{
    const double share = count / x_max;

    return share >= 1 ? 1 : (float)sqrt(share * sqrt(share));
}

/* Count the entries for each block, or write them; clears the row. */
static void take(const struct counting *c, struct word_counts *row, int word)
{
    const size_t blocks = (size_t)c->to->blocks;

    for (int i = 0; i < row->n; i++) {
        const size_t with = row->touched[i];
        const double count = row->sum[with];
        const size_t at = c->at[(size_t)word * blocks + with % blocks]++;

        if (c->filling)
            c->to->entry[at] = (struct cooccurrence){
                word, (int32_t)with, (float)natural_log(count),
                weight_of(count, c->x_max)};
        row->sum[with] = 0;
    }
    row->n = 0;
}

static void count_block(const void *of, int block)
{
    const struct counting *c = of;
    const int words = c->text->n;
    struct word_counts row = {memory_zeroed((size_t)words, sizeof(double)),
                              memory_new((size_t)words * sizeof(int)), 0};

    for (int w = block; w < words && !interrupted(); w += c->to->blocks) {
        for (size_t i = c->first[w]; i < c->first[w + 1]; i++)
            add_around(c, &row, c->place[i]);
        take(c, &row, w);
    }
    free(row.sum);
    free(row.touched);
}

/* The offsets of each word's counts: by bucket, then by word.  Returns how many
 * there are. */
static size_t place_all(const struct counting *c)
{
    const size_t blocks = (size_t)c->to->blocks, words = (size_t)c->text->n;
    size_t at = 0;

    for (size_t i = 0; i < blocks; i++)
        for (size_t j = 0; j < blocks; j++) {
            c->to->bucket[i * blocks + j] = at;
            for (size_t w = i; w < words; w += blocks) {
                const size_t n = c->at[w * blocks + j];

                c->at[w * blocks + j] = at;
                at += n;
            }
        }
    c->to->bucket[blocks * blocks] = at;
    return at;
}

static void shuffle(const void *of, int bucket)
{
    enum { BATCH = 256 };
    const struct counting *c = of;
    struct cooccurrence *x = c->to->entry + c->to->bucket[bucket];
    const size_t n = c->to->bucket[bucket + 1] - c->to->bucket[bucket];
    uint32_t bits[BATCH];

    for (size_t i = 0; i + 1 < n; i++) {
        if (i % BATCH == 0)
            random_words(
                c->key,
                (struct address){(uint32_t)bucket, (uint32_t)(i / BATCH), 0},
                BATCH, bits);
        const size_t j =
            i + (size_t)((bits[i % BATCH] * (uint64_t)(n - i)) >> 32);
        const struct cooccurrence other = x[j];

        x[j] = x[i];
        x[i] = other;
    }
}

void cooccurrences_init(struct cooccurrences *to, const struct running_text *r,
                        int blocks, int window, double x_max, uint64_t seed,
                        struct thread_pool *pool)
{
    const int buckets = blocks * blocks;
    struct counting c = {.text = r,
                         .to = to,
                         .window = window,
                         .x_max = x_max,
                         .key = random_key(seed, "vectors: shuffle")};

    *to = (struct cooccurrences){.blocks = blocks};
    to->bucket = memory_zeroed((size_t)buckets + 1, sizeof(*to->bucket));
    find_places(&c);
    c.at = memory_zeroed((size_t)r->n * (size_t)blocks, sizeof(*c.at));
    thread_pool_run(pool, blocks, count_block, &c);
    to->entry = memory_new((place_all(&c) + 1) * sizeof(*to->entry));
    c.filling = true;
    thread_pool_run(pool, blocks, count_block, &c);
    if (!interrupted())
        thread_pool_run(pool, buckets, shuffle, &c);
    free(c.first);
    free(c.place);
    free(c.at);
}

void cooccurrences_release(struct cooccurrences *c)
{
    free(c->entry);
    free(c->bucket);
    *c = (struct cooccurrences){0};
}
