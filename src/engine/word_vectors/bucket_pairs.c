#include "config.h"

#include "engine/word_vectors/bucket_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

/* As in word2vec: (sqrt(f / sample) + 1) sample / f, f the word's share. */
static uint32_t keep_of(double share, double sample)
{
    if (!(sample > 0))
        return UINT32_MAX;
    const double p = (sqrt(share / sample) + 1) * sample / share;

    return p >= 1 ? UINT32_MAX : (uint32_t)(p * 4294967296.0);
}

void pair_finder_init(struct pair_finder *f, const struct running_text *r,
                      int window, double sample, uint64_t seed)
{
    *f = (struct pair_finder){
        .text = r, .key = random_key(seed, "vectors: pairs"), .window = window};
    f->keep = memory_new((size_t)r->n * sizeof(*f->keep));
    for (int i = 0; i < r->n; i++)
        f->keep[i] = keep_of((double)r->count[i] / (double)r->tokens, sample);
}

void pair_finder_release(struct pair_finder *f)
{
    free(f->keep);
    *f = (struct pair_finder){0};
}

int parts_of(const struct running_text *r)
{
    return (int)((r->tokens + PART_TOKENS - 1) / PART_TOKENS);
}

void bucket_pairs_release(struct bucket_pairs *p)
{
    free(p->pair);
    free(p->found);
    free(p->in);
    free(p->word);
    free(p->block);
    *p = (struct bucket_pairs){0};
}

/* --- which words are kept ------------------------------------------------- */

/* Draws of UNIT consecutive places, those of the last request. */
struct subsampling_draws {
    enum { UNIT = 64 } unit;
    const struct pair_finder *of;
    uint32_t pass;
    size_t at; /* number of the unit; SIZE_MAX before the first */
    uint32_t bits[2 * UNIT];
};

/* The two random words of a place: one decides if its word is kept, the other
 * how far its pairs reach. */
static const uint32_t *draws_at(struct subsampling_draws *d, size_t place)
{
    const size_t unit = place / UNIT;

    if (d->at != unit) {
        const struct address at = {d->pass, (uint32_t)unit,
                                   (uint32_t)((uint64_t)unit >> 32)};

        random_words(d->of->key, at, 2 * UNIT, d->bits);
        d->at = unit;
    }
    return d->bits + 2 * (place % UNIT);
}

static bool is_kept(struct subsampling_draws *d, size_t place)
{
    return draws_at(d, place)[0] <= d->of->keep[d->of->text->token[place]];
}

/* Kept words of a sentence: `n` of a part, and before and behind them those of
 * other parts that its pairs may reach. */
struct kept_words {
    struct bucket_pairs *p;
    int32_t *word; /* [-before, n + behind) */
    uint8_t *block;
    int before, n, behind;
    int reach[PART_TOKENS];
};

static void set(struct kept_words *s, int i, int32_t word)
{
    s->word[i] = word;
    s->block[i] = (uint8_t)partition_block(s->p->partition, word);
}

/* Tokens [first, end) of the sentence [begin, over). */
static void keep(struct kept_words *s, struct subsampling_draws *d,
                 size_t begin, size_t first, size_t end, size_t over)
{
    const int window = d->of->window;
    const int32_t *token = d->of->text->token;

    s->before = s->n = s->behind = 0;
    for (size_t i = first; i < end; i++)
        if (is_kept(d, i)) {
            s->reach[s->n] =
                1 + (int)((draws_at(d, i)[1] * (uint64_t)window) >> 32);
            set(s, s->n++, token[i]);
        }
    for (size_t i = first; i > begin && s->before < window; i--)
        if (is_kept(d, i - 1))
            set(s, -++s->before, token[i - 1]);
    for (size_t i = end; i < over && s->behind < window; i++)
        if (is_kept(d, i))
            set(s, s->n + s->behind++, token[i]);
}

/* --- pairs ---------------------------------------------------------------- */

static void make_room(struct bucket_pairs *p, const struct pair_finder *f)
{
    const size_t most = PART_TOKENS + 2 * (size_t)f->window;

    if (p->word)
        return;
    p->word = memory_new(most * sizeof(*p->word));
    p->block = memory_new(most);
}

static void make_room_for(struct bucket_pairs *p, size_t n)
{
    if (n <= p->room)
        return;
    p->room = n + n / 2;
    p->found = memory_resize(p->found, p->room * sizeof(*p->found));
    p->in = memory_resize(p->in, p->room);
    free(p->pair);
    p->pair = memory_new(p->room * sizeof(*p->pair));
}

static void add_pairs(const struct kept_words *s, int window)
{
    struct bucket_pairs *p = s->p;

    make_room_for(p, p->n + (size_t)s->n * 2 * (size_t)window);
    for (int i = 0; i < s->n; i++) {
        const int most = s->n + s->behind - 1, reach = s->reach[i];
        const int first = i - reach > -s->before ? i - reach : -s->before;
        const int last = i + reach < most ? i + reach : most;

        for (int j = first; j <= last; j++) {
            if (j == i)
                continue;
            p->found[p->n] = (struct vector_pair){s->word[i], s->word[j]};
            p->in[p->n++] =
                (uint8_t)(s->block[i] * p->partition.blocks + s->block[j]);
        }
    }
}

/* Sort by bucket; within each, the order of the text stays. */
static void sort(struct bucket_pairs *p)
{
    const int buckets = p->partition.blocks * p->partition.blocks;
    size_t n[BLOCKS_MOST * BLOCKS_MOST] = {0}, at = 0;

    for (size_t i = 0; i < p->n; i++)
        n[p->in[i]]++;
    for (int b = 0; b < buckets; b++) {
        p->bucket[b] = at;
        at += n[b];
        n[b] = p->bucket[b];
    }
    p->bucket[buckets] = at;
    for (size_t i = 0; i < p->n; i++)
        p->pair[n[p->in[i]]++] = p->found[i];
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

void bucket_pairs_find(struct bucket_pairs *p, const struct pair_finder *f,
                       int part, int pass, struct partition partition)
{
    const struct running_text *r = f->text;
    const size_t end = least(r->tokens, ((size_t)part + 1) * PART_TOKENS);
    struct subsampling_draws d = {
        .of = f, .pass = (uint32_t)pass, .at = SIZE_MAX};
    struct kept_words s = {.p = p};

    make_room(p, f);
    s.word = p->word + f->window;
    s.block = p->block + f->window;
    p->partition = partition;
    p->n = 0;
    size_t first = (size_t)part * PART_TOKENS;

    for (size_t k = running_text_sentence(r, first); first < end;
         first = r->end[k++]) {
        const size_t begin = k ? r->end[k - 1] : 0;

        keep(&s, &d, begin, first, least(r->end[k], end), r->end[k]);
        add_pairs(&s, f->window);
    }
    sort(p);
}
