#include "config.h"

#include "engine/word_vectors/negatives.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"

static double weight_of(long count)
{
    return sqrt((double)count * sqrt((double)count));
}

/* A share as 32 bits; a whole entry is the greatest number. */
static uint32_t bits_of(double share)
{
    return share >= 1 ? UINT32_MAX : (uint32_t)(share * 4294967296.0);
}

/* Make entries of equal size, each shared by at most two groups: a group that
 * is smaller than an entry is completed by one that is larger. */
static void fill(struct negatives_entry *entry, int n, double *size)
{
    int *small = memory_new((size_t)n * sizeof(*small)), smalls = 0;
    int *large = memory_new((size_t)n * sizeof(*large)), larges = 0;
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += size[i];
    for (int i = 0; i < n; i++) {
        size[i] *= n / sum;
        entry[i] = (struct negatives_entry){UINT32_MAX, i};
        if (size[i] < 1)
            small[smalls++] = i;
        else
            large[larges++] = i;
    }
    while (smalls && larges) {
        const int s = small[--smalls], l = large[larges - 1];

        entry[s] = (struct negatives_entry){bits_of(size[s]), l};
        size[l] -= 1 - size[s];
        if (size[l] < 1) {
            larges--;
            small[smalls++] = l;
        }
    }
    free(small);
    free(large);
}

void negatives_init(struct negatives *t, const struct running_text *r,
                    int blocks)
{
    const int groups = (r->n + blocks - 1) / blocks;
    double *size = memory_new((size_t)groups * sizeof(*size));

    *t = (struct negatives){.groups = groups};
    t->entry = memory_new((size_t)groups * sizeof(*t->entry));
    t->taken = memory_zeroed((size_t)(groups * blocks), sizeof(*t->taken));
    for (int g = 0; g < groups; g++) /* the first word is the most frequent */
        size[g] = weight_of(r->count[g * blocks]);
    for (int w = 0; w < r->n; w++)
        t->taken[w] = bits_of(weight_of(r->count[w]) / size[w / blocks]);
    fill(t->entry, groups, size);
    free(size);
}

void negatives_release(struct negatives *t)
{
    free(t->entry);
    free(t->taken);
    *t = (struct negatives){0};
}

enum { DRAWS = 64 }; /* so many rejections in a row never occur in practice */

static inline int32_t draw(const struct negatives *t, struct partition d,
                           int block, uint32_t bits)
{
    for (int i = 0; i < DRAWS; i++, bits = partition_mix(bits + 0x9e3779b9u)) {
        const uint64_t x = bits * (uint64_t)(uint32_t)t->groups;
        const struct negatives_entry *e = &t->entry[x >> 32];
        const int own = -((uint32_t)x < e->share); /* all bits, or none */
        const int group = (own & (int)(x >> 32)) | (~own & e->other);
        const int32_t word = partition_word(d, group, block);

        if (partition_mix(bits) < t->taken[word])
            return word;
    }
    return partition_word(d, 0, block);
}

void negatives_draw(const struct negatives *t, struct partition d, int block,
                    size_t n, const uint32_t *bits, int32_t *word)
{
    for (size_t i = 0; i < n; i++)
        word[i] = draw(t, d, block, bits[i]);
}
