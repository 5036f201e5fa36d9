/*
 * bucket_pairs.h - the pairs (word, word near it) of a part of a corpus, in
 * buckets.
 *
 * A word is left out at random as it is frequent; of what is left each word
 * meets those up to 1 ... window places away in its sentence, as far as a draw
 * of its own says, though they be of another part.  Draws are addressed by pass
 * and place, so they are the same whoever asks, and the pairs of a bucket stand
 * in the order of the text.
 *
 * Threads: a struct pair_finder is read-only once made; a struct bucket_pairs
 * belongs to one thread while it is filled.
 * Source:  Mikolov et al. 2013, section 2.3, as the program word2vec has it.
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
    uint32_t *keep; /* owned [words]: in 2^-32, how often a word is kept */
    int window;
};

void pair_finder_init(struct pair_finder *f, const struct running_text *r,
                      int window, double sample, uint64_t seed);
void pair_finder_release(struct pair_finder *f);

/* How many parts a text has. */
int parts_of(const struct running_text *r);

struct bucket_pairs {
    struct partition partition;
    struct vector_pair *pair; /* owned; bucket behind bucket */
    size_t bucket[BLOCKS_MOST * BLOCKS_MOST + 1]; /* where each begins */
    /* What it takes to fill it. */
    struct vector_pair *found; /* owned, in the order of the text */
    uint8_t *in;               /* owned: the bucket of each */
    size_t n, room;
    int32_t *word;  /* owned [PART_TOKENS + 2 window]: what is kept */
    uint8_t *block; /* owned likewise */
};

void bucket_pairs_release(struct bucket_pairs *p); /* of zeros: fine */

/* Replace the pairs by those whose first word is in a part of the text, tokens
 * [part * PART_TOKENS, ...); bucket (i, j), of words of block i and words near
 * them of block j, is number i * blocks + j. */
void bucket_pairs_find(struct bucket_pairs *p, const struct pair_finder *f,
                       int part, int pass, struct partition partition);

#endif
