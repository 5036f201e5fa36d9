/*
 * negatives.h - words drawn as often as their counts to the power of 3/4 say,
 * from the block of words that a bucket has at hand.
 *
 * Threads: read-only once made.
 * Source:  Mikolov et al. 2013, section 2.2; Vose 1991 for the table.
 */
#ifndef VECTORS_NEGATIVES_H
#define VECTORS_NEGATIVES_H

#include "vectors/dealing.h"
#include "vectors/running_text.h"

struct negatives {
    const struct dealing *deal; /* borrowed */
    uint32_t *share; /* owned [words]: of an entry, in 2^-32, that is its own */
    int32_t *other;  /* owned [words]: whose the rest is */
};

void negatives_init(struct negatives *t, const struct dealing *d);
void negatives_release(struct negatives *t);

/* Once the words are dealt, and of one block after the other. */
void negatives_fill(struct negatives *t, const struct running_text *r,
                    struct workers *workers);

/* A word of the block, by 32 random bits. */
static inline int32_t negatives_draw(const struct negatives *t, int block,
                                     uint32_t bits)
{
    const size_t at = t->deal->first[block];
    const uint64_t n = t->deal->first[block + 1] - at, x = bits * n;
    const size_t entry = at + (size_t)(x >> 32);

    return (uint32_t)x < t->share[entry] ? t->deal->word[entry]
                                         : t->other[entry];
}

#endif
