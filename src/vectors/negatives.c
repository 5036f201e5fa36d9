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

struct filling {
    const struct negatives *to;
    const struct running_text *text;
};

/* Entries of equal size, each shared by two words at most: one that has too
 * little is filled up by one that has too much. */
static void fill(const void *of, int block)
{
    const struct filling *f = of;
    const struct negatives *t = f->to;
    const struct running_text *r = f->text;
    const size_t at = t->deal->first[block];
    const int n = (int)(t->deal->first[block + 1] - at);
    const int32_t *word = t->deal->word + at;
    double *size = memory_new((size_t)n * sizeof(*size)), sum = 0;
    int *small = memory_new((size_t)n * sizeof(*small)), smalls = 0;
    int *large = memory_new((size_t)n * sizeof(*large)), larges = 0;

    for (int i = 0; i < n; i++)
        sum += size[i] = weight_of(r->count[word[i]]);
    for (int i = 0; i < n; i++) {
        size[i] *= n / sum;
        t->share[at + (size_t)i] = UINT32_MAX;
        t->other[at + (size_t)i] = word[i];
        if (size[i] < 1)
            small[smalls++] = i;
        else
            large[larges++] = i;
    }
    while (smalls && larges) {
        const int s = small[--smalls], l = large[larges - 1];

        t->share[at + (size_t)s] = bits_of(size[s]);
        t->other[at + (size_t)s] = word[l];
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

void negatives_init(struct negatives *t, const struct dealing *d)
{
    const size_t n = (size_t)d->words;

    *t = (struct negatives){.deal = d};
    t->share = memory_new(n * sizeof(*t->share));
    t->other = memory_new(n * sizeof(*t->other));
}

void negatives_fill(struct negatives *t, const struct running_text *r,
                    struct workers *workers)
{
    const struct filling f = {t, r};

    workers_run(workers, t->deal->blocks, fill, &f);
}

void negatives_release(struct negatives *t)
{
    free(t->share);
    free(t->other);
    *t = (struct negatives){0};
}
