#include "config.h"

#include "vectors/dealing.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"

void dealing_init(struct dealing *d, int words, int blocks)
{
    *d = (struct dealing){.words = words, .blocks = blocks};
    d->block = memory_zeroed((size_t)words, sizeof(*d->block));
    d->word = memory_new((size_t)words * sizeof(*d->word));
}

void dealing_release(struct dealing *d)
{
    free(d->block);
    free(d->word);
    *d = (struct dealing){0};
}

/* An order of the blocks. */
static void shuffle(uint8_t *block, int n, const uint32_t *bits)
{
    for (int i = 0; i < n; i++)
        block[i] = (uint8_t)i;
    for (int i = 0; i + 1 < n; i++) {
        const int j = i + (int)((bits[i] * (uint64_t)(n - i)) >> 32);
        const uint8_t other = block[j];

        block[j] = block[i];
        block[i] = other;
    }
}

static void list(struct dealing *d)
{
    size_t n[BLOCKS_MOST] = {0}, at = 0;

    for (int w = 0; w < d->words; w++)
        n[d->block[w]]++;
    for (int b = 0; b < d->blocks; b++) {
        d->first[b] = at;
        at += n[b];
        n[b] = d->first[b];
    }
    d->first[d->blocks] = at;
    for (int w = 0; w < d->words; w++)
        d->word[n[d->block[w]]++] = w;
}

struct turn {
    const struct dealing *to;
    struct random_key key;
    uint32_t number;
};

#define SLICES 16

/* Every so many words one of each block; of a slice of those. */
static void deal_slice(const void *of, int slice)
{
    const struct turn *t = of;
    const struct dealing *d = t->to;

    for (int w = slice * d->blocks; w < d->words; w += SLICES * d->blocks) {
        const int n = d->words - w < d->blocks ? d->words - w : d->blocks;
        uint8_t block[BLOCKS_MOST];
        uint32_t bits[BLOCKS_MOST];

        random_words(t->key, (struct address){t->number, (uint32_t)w, 0},
                     BLOCKS_MOST, bits);
        shuffle(block, d->blocks, bits);
        memcpy(d->block + w, block, (size_t)n);
    }
}

void dealing_deal(struct dealing *d, uint64_t seed, int turn,
                  struct workers *workers)
{
    const struct turn t = {d, random_key(seed, "vectors: blocks"),
                           (uint32_t)turn};

    workers_run(workers, SLICES, deal_slice, &t);
    list(d);
}
