#include "config.h"

#include "vectors/bucket_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "vectors/blocks.h"

enum { SLICES = 16 };

struct pair_slice {
    struct chunk of;
    struct vector_pair *pair; /* owned */
    size_t n, room;
    size_t *at;     /* owned [buckets]: how many it has, then where they go */
    int32_t *word;  /* owned [SENTENCE_MOST]: of a sentence what is kept */
    int32_t *reach; /* owned likewise */
};

/* word2vec: (sqrt(f / sample) + 1) sample / f, f the word's share. */
static uint32_t keep_of(double share, double sample)
{
    if (!(sample > 0))
        return UINT32_MAX;
    const double p = (sqrt(share / sample) + 1) * sample / share;

    return p >= 1 ? UINT32_MAX : (uint32_t)(p * 4294967296.0);
}

void bucket_pairs_init(struct bucket_pairs *p, const struct running_text *r,
                       const struct dealing *d, int window, double sample,
                       uint64_t seed)
{
    *p = (struct bucket_pairs){.text = r,
                               .deal = d,
                               .key = random_key(seed, "vectors: pairs"),
                               .blocks = d->blocks,
                               .window = window,
                               .slices = SLICES};
    p->keep = memory_new((size_t)r->n * sizeof(*p->keep));
    for (int i = 0; i < r->n; i++)
        p->keep[i] = keep_of((double)r->count[i] / (double)r->tokens, sample);
    p->bucket =
        memory_zeroed((size_t)(d->blocks * d->blocks + 1), sizeof(*p->bucket));
    p->slice = memory_zeroed(SLICES, sizeof(*p->slice));
    for (int s = 0; s < SLICES; s++) {
        struct pair_slice *of = &p->slice[s];

        of->at = memory_new((size_t)(d->blocks * d->blocks) * sizeof(*of->at));
        of->word = memory_new(SENTENCE_MOST * sizeof(*of->word));
        of->reach = memory_new(SENTENCE_MOST * sizeof(*of->reach));
    }
}

void bucket_pairs_release(struct bucket_pairs *p)
{
    for (int s = 0; p->slice && s < p->slices; s++) {
        free(p->slice[s].pair);
        free(p->slice[s].at);
        free(p->slice[s].word);
        free(p->slice[s].reach);
    }
    free(p->slice);
    free(p->keep);
    free(p->pair);
    free(p->bucket);
    *p = (struct bucket_pairs){0};
}

static size_t begin_of(const struct running_text *r, size_t sentence)
{
    return sentence ? r->end[sentence - 1] : 0;
}

/* What is kept of a sentence; returns how many words. */
static int sample(const struct bucket_pairs *p, struct pair_slice *s,
                  size_t sentence, uint32_t pass)
{
    const struct running_text *r = p->text;
    int n = 0;

    for (size_t i = begin_of(r, sentence); i < r->end[sentence]; i++) {
        const struct address at = {pass, (uint32_t)i,
                                   (uint32_t)((uint64_t)i >> 32)};
        uint32_t bits[2];

        random_words(p->key, at, 2, bits);
        if (bits[0] > p->keep[r->token[i]])
            continue;
        s->word[n] = r->token[i];
        s->reach[n++] =
            1 + (int32_t)(((uint64_t)bits[1] * (uint64_t)p->window) >> 32);
    }
    return n;
}

static void add_pairs(const struct bucket_pairs *p, struct pair_slice *s, int i,
                      int n)
{
    const int first = i > s->reach[i] ? i - s->reach[i] : 0;
    const int last = i + s->reach[i] < n ? i + s->reach[i] : n - 1;
    const uint8_t *block = p->deal->block;
    const int blocks = p->blocks, row = block[s->word[i]] * blocks;

    for (int j = first; j <= last; j++) {
        if (j == i)
            continue;
        s->pair[s->n++] = (struct vector_pair){s->word[i], s->word[j]};
        s->at[row + block[s->word[j]]]++;
    }
}

struct finding {
    struct bucket_pairs *p;
    uint32_t pass;
};

static void find_slice(const void *of, int number)
{
    const struct finding *f = of;
    struct bucket_pairs *p = f->p;
    struct pair_slice *s = &p->slice[number];

    s->n = 0;
    memset(s->at, 0, (size_t)(p->blocks * p->blocks) * sizeof(*s->at));
    for (size_t k = s->of.first; k < s->of.end; k++) {
        const int n = sample(p, s, k, f->pass);
        const size_t most = s->n + (size_t)n * 2 * (size_t)p->window;

        if (most > s->room) {
            s->room = most + most / 2;
            s->pair = memory_resize(s->pair, s->room * sizeof(*s->pair));
        }
        for (int i = 0; i < n; i++)
            add_pairs(p, s, i, n);
    }
}

/* Cut a chunk by its tokens, whole sentences each. */
static void cut(struct bucket_pairs *p, struct chunk c)
{
    const struct running_text *r = p->text;
    const size_t from = begin_of(r, c.first);
    const size_t tokens = begin_of(r, c.end) - from;
    size_t at = c.first;

    for (int s = 0; s < p->slices; s++) {
        const size_t to = from + tokens * (size_t)(s + 1) / (size_t)p->slices;

        p->slice[s].of.first = at;
        while (at < c.end && (r->end[at] <= to || s == p->slices - 1))
            at++;
        p->slice[s].of.end = at;
    }
}

/* Where each slice's pairs of each bucket go: one slice behind the other. */
static void place(struct bucket_pairs *p)
{
    const int buckets = p->blocks * p->blocks;
    size_t at = 0;

    for (int b = 0; b < buckets; b++) {
        p->bucket[b] = at;
        for (int s = 0; s < p->slices; s++) {
            const size_t n = p->slice[s].at[b];

            p->slice[s].at[b] = at;
            at += n;
        }
    }
    p->bucket[buckets] = at;
    if (at > p->pair_room) {
        p->pair_room = at + at / 8;
        free(p->pair);
        p->pair = memory_new(p->pair_room * sizeof(*p->pair));
    }
}

static void deal_slice(const void *of, int number)
{
    const struct bucket_pairs *p = of;
    const struct pair_slice *s = &p->slice[number];
    const uint8_t *block = p->deal->block;
    const int blocks = p->blocks;

    for (size_t i = 0; i < s->n; i++) {
        const struct vector_pair x = s->pair[i];

        p->pair[s->at[block[x.centre] * blocks + block[x.context]]++] = x;
    }
}

void bucket_pairs_find(struct bucket_pairs *p, struct chunk c, int pass,
                       struct workers *workers)
{
    const struct finding f = {p, (uint32_t)pass};

    cut(p, c);
    workers_run(workers, p->slices, find_slice, &f);
    place(p);
    workers_run(workers, p->slices, deal_slice, p);
}
