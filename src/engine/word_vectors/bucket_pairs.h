/*
 * bucket_pairs.h - the pairs (word, word near it) of a part of a corpus, sorted
 * into buckets.
 *
 * Frequent words are left out at random.  Each remaining word is paired with
 * those up to 1 ... window places away in its sentence, even if they belong to
 * another part; a random draw for each word gives the distance.  Draws are
 * addressed by pass and place, so they are the same for every caller, and the
 * pairs of a bucket are in the order of the text.
 *
 * Threads: a struct pair_finder is read-only after init; a struct bucket_pairs
 * belongs to one thread while it is filled.
 * Source:  Mikolov et al. 2013, section 2.3, as in the program word2vec.
 */
#ifndef ENGINE_WORD_VECTORS_BUCKET_PAIRS_H
#define ENGINE_WORD_VECTORS_BUCKET_PAIRS_H

#include "base/numbers/random.h"
#include "engine/word_vectors/blocks.h"
#include "engine/word_vectors/partition.h"
#include "engine/word_vectors/running_text.h"

struct vector_pair {
    int32_t centre, context;
};

enum { PART_TOKENS = 256 };

struct pair_finder {
    const struct running_text *text; /* borrowed */
    struct random_key key;
    uint32_t *keep; /* owned [words]: chance to be kept, in 2^-32 */
    int window;
};

void pair_finder_init(struct pair_finder *f, const struct running_text *r,
                      int window, double sample, uint64_t seed);
void pair_finder_release(struct pair_finder *f);

/* The number of parts of a text. */
int parts_of(const struct running_text *r);

struct bucket_pairs {
    struct partition partition;
    struct vector_pair *pair;                     /* owned; sorted by bucket */
    size_t bucket[BLOCKS_MOST * BLOCKS_MOST + 1]; /* where each begins */
    /* Working space. */
    struct vector_pair *found; /* owned, in the order of the text */
    uint8_t *in;               /* owned: the bucket of each */
    size_t n, room;
    int32_t *word;  /* owned [PART_TOKENS + 2 window]: kept words */
    uint8_t *block; /* owned, as long: their blocks */
};

void bucket_pairs_release(struct bucket_pairs *p); /* zeros may be released */

/* Replace the pairs by those whose first word is in a part of the text, tokens
 * [part * PART_TOKENS, ...).  Bucket (i, j), with words of block i and words
 * near them of block j, has number i * blocks + j. */
void bucket_pairs_find(struct bucket_pairs *p, const struct pair_finder *f,
                       int part, int pass, struct partition partition);

#endif
