/*
 * bucket_pairs.h - the pairs (word, word near it) of a part of a corpus, in
 * buckets.
 *
 * A word is left out at random as it is frequent; of what is left each word
 * meets those up to 1 ... window places away, as far as a draw of its own says.
 * Draws are addressed by pass and place, so they are the same whoever asks, and
 * the pairs of a bucket stand in the order of the text.
 *
 * Source: Mikolov et al. 2013, section 2.3, as the program word2vec has it.
 */
#ifndef VECTORS_BUCKET_PAIRS_H
#define VECTORS_BUCKET_PAIRS_H

#include "base/random.h"
#include "vectors/dealing.h"
#include "vectors/running_text.h"
#include "vectors/workers.h"

struct vector_pair {
    int32_t centre, context;
};

/* Sentences [first, end) of the corpus. */
struct chunk {
    size_t first, end;
};

struct pair_slice; /* what one thread finds, of some sentences */

struct bucket_pairs {
    const struct running_text *text; /* borrowed */
    const struct dealing *deal;      /* borrowed */
    struct random_key key;
    uint32_t *keep; /* owned [words]: in 2^-32, how often a word is kept */
    int blocks, window, slices;
    struct pair_slice *slice;  /* owned [slices] */
    struct vector_pair *pair;  /* owned; bucket behind bucket */
    size_t pair_room, *bucket; /* owned [blocks * blocks + 1]: where each
                                  begins */
};

void bucket_pairs_init(struct bucket_pairs *p, const struct running_text *r,
                       const struct dealing *d, int window, double sample,
                       uint64_t seed);
void bucket_pairs_release(struct bucket_pairs *p);

/* Replace the pairs by those of a chunk; bucket (i, j), of words of block i and
 * words near them of block j, is number i * blocks + j. */
void bucket_pairs_find(struct bucket_pairs *p, struct chunk c, int pass,
                       struct workers *workers);

#endif
