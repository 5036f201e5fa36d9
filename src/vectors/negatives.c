#include "config.h"

#include "vectors/negatives.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "vectors/blocks.h"

static double weight_of(long count)
{
    return sqrt((double)count * sqrt((double)count));
}

/* The share as 32 bits; all of an entry is all that they hold. */
static uint32_t bits_of(double share)
{
    return share >= 1 ? UINT32_MAX : (uint32_t)(share * 4294967296.0);
}

/* Entries of equal size, each shared by two words at most: one that has too
 * little is filled up by one that has too much. */
static void fill(struct negatives *t, const struct running_text *r, int block)
{
    const size_t at = t->first[block];
    const int n = (int)(t->first[block + 1] - at);
    double *size = memory_new((size_t)n * sizeof(*size)), sum = 0;
    int *small = memory_new((size_t)n * sizeof(*small)), smalls = 0;
    int *large = memory_new((size_t)n * sizeof(*large)), larges = 0;

    for (int i = 0; i < n; i++)
        sum += size[i] = weight_of(r->count[i * t->blocks + block]);
    for (int i = 0; i < n; i++) {
        size[i] *= n / sum;
        t->share[at + (size_t)i] = UINT32_MAX;
        t->other[at + (size_t)i] = i * t->blocks + block;
        if (size[i] < 1)
            small[smalls++] = i;
        else
            large[larges++] = i;
    }
    while (smalls && larges) {
        const int s = small[--smalls], l = large[larges - 1];

        t->share[at + (size_t)s] = bits_of(size[s]);
        t->other[at + (size_t)s] = l * t->blocks + block;
        size[l] -= 1 - size[s];
        if (size[l] < 1) {
            larges--;
            small[smalls++] = l;
        }
    }
    free(size);
    free(small);
    free(large);
}

void negatives_init(struct negatives *t, const struct running_text *r,
                    int blocks)
{
    const size_t n = (size_t)r->n;

    *t = (struct negatives){.blocks = blocks, .words = r->n};
    t->first = memory_new((size_t)(blocks + 1) * sizeof(*t->first));
    t->share = memory_new(n * sizeof(*t->share));
    t->other = memory_new(n * sizeof(*t->other));
    t->first[0] = 0;
    for (int b = 0; b < blocks; b++) {
        t->first[b + 1] = t->first[b] + (size_t)block_words(r->n, b, blocks);
        fill(t, r, b);
    }
}

void negatives_release(struct negatives *t)
{
    free(t->first);
    free(t->share);
    free(t->other);
    *t = (struct negatives){0};
}
