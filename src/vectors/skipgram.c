#include "config.h"

#include "vectors/skipgram.h"

#include <stdlib.h>

#include "base/memory.h"
#include "vectors/blocks.h"
#include "vectors/skipgram_step.h"

enum { CHUNK_LEAST = 1000, CHUNK_MOST = 1 << 15, BATCH = 256 };

/* A chunk ends with a sentence; there are 160 or more of a text that has as
 * many thousand words, so that few pairs are out of the order of the text. */
static void cut(struct skipgram *g)
{
    const struct running_text *r = g->text;
    size_t size = r->tokens / 160, first = 0, begin = 0;
    int room = 0;

    size = size < CHUNK_LEAST  ? CHUNK_LEAST
           : size > CHUNK_MOST ? CHUNK_MOST
                               : size;
    for (size_t s = 0; s < r->sentences; s++) {
        if (r->end[s] - begin < size && s + 1 < r->sentences)
            continue;
        GROW(g->chunk, g->chunks, room);
        g->chunk[g->chunks++] = (struct chunk){first, s + 1};
        first = s + 1;
        begin = r->end[s];
    }
}

void skipgram_init(struct skipgram *g, const struct running_text *r,
                   const struct vectors_settings *s, const struct tables *t,
                   struct workers *workers)
{
    *g = (struct skipgram){.text = r,
                           .settings = s,
                           .tables = t,
                           .key = random_key(s->seed, "vectors: negatives"),
                           .blocks = blocks_of(r->n),
                           .workers = workers};
    dealing_init(&g->deal, r->n, g->blocks);
    bucket_pairs_init(&g->pairs, r, &g->deal, s->window, s->sample, s->seed);
    negatives_init(&g->negatives, &g->deal);
    cut(g);
}

void skipgram_release(struct skipgram *g)
{
    bucket_pairs_release(&g->pairs);
    negatives_release(&g->negatives);
    dealing_release(&g->deal);
    free(g->chunk);
    *g = (struct skipgram){0};
}

struct round {
    struct skipgram *g;
    int step, number;
    float rate;
};

/* The words drawn beside pairs [from, from + n) of a bucket. */
static void draw(const struct round *r, int bucket, int block, size_t from,
                 size_t n, int32_t *negative)
{
    const struct skipgram *g = r->g;
    const int k = g->settings->negatives;
    uint32_t bits[BATCH * (size_t)NEGATIVES_MOST];
    const struct address at = {(uint32_t)r->step, (uint32_t)bucket,
                               (uint32_t)(from / BATCH)};

    random_words(g->key, at, n * (size_t)k, bits);
    for (size_t i = 0; i < n * (size_t)k; i++)
        negative[i] = negatives_draw(&g->negatives, block, bits[i]);
}

static void work_through(const void *of, int i)
{
    const struct round *r = of;
    const struct skipgram *g = r->g;
    const int j = blocks_meet(i, r->number, g->blocks);
    const int bucket = i * g->blocks + j;
    const struct vector_pair *pair = g->pairs.pair + g->pairs.bucket[bucket];
    const size_t all = g->pairs.bucket[bucket + 1] - g->pairs.bucket[bucket];
    int32_t negative[BATCH * (size_t)NEGATIVES_MOST];

    for (size_t from = 0; from < all; from += BATCH) {
        const size_t n = all - from < BATCH ? all - from : BATCH;

        draw(r, bucket, j, from, n, negative);
        skipgram_steps(g->tables, n, pair + from, negative,
                       g->settings->negatives, r->rate);
    }
}

/* At the beginning of a step, by the words that are behind it. */
static float rate_at(const struct skipgram *g, int step)
{
    const struct running_text *r = g->text;
    const size_t first = g->chunk[step % g->chunks].first;
    const double tokens = (double)r->tokens;
    const double done = (double)(step / g->chunks) * tokens +
                        (double)(first ? r->end[first - 1] : 0);
    const double left = 1 - done / (tokens * g->settings->passes);

    return (float)(g->settings->rate * (left > 1e-4 ? left : 1e-4));
}

void skipgram_step(struct skipgram *g, int step)
{
    struct round r = {g, step, 0, rate_at(g, step)};

    dealing_deal(&g->deal, g->settings->seed, step, g->workers);
    negatives_fill(&g->negatives, g->text, g->workers);
    bucket_pairs_find(&g->pairs, g->chunk[step % g->chunks], step / g->chunks,
                      g->workers);
    for (; r.number < g->blocks; r.number++)
        workers_run(g->workers, g->blocks, work_through, &r);
}
