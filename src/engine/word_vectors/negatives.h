/*
 * negatives.h - draws words with probabilities proportional to their counts to
 * the power of 3/4, from the block that a bucket may change.
 *
 * A group (partition.h) is drawn with the weight of its largest word.  Its word
 * in the block is accepted with the ratio of that word's weight to the group's;
 * otherwise the draw is repeated.  So the tables are the same for every
 * partition of the words.
 *
 * Threads: read-only after init.
 * Source:  Mikolov et al. 2013, section 2.2; Vose 1991 for the table.
 */
#ifndef ENGINE_WORD_VECTORS_NEGATIVES_H
#define ENGINE_WORD_VECTORS_NEGATIVES_H

#include "engine/word_vectors/partition.h"
#include "engine/word_vectors/running_text.h"

struct negatives {
    int groups;
    /* Entries of the table, owned [groups]: the share in 2^-32 that belongs to
     * the entry's own group, and the group that has the rest. */
    struct negatives_entry {
        uint32_t share;
        int32_t other;
    } * entry;
    uint32_t *taken; /* owned [groups * blocks]: in 2^-32, the chance that a
                        word of a drawn group is accepted; 0 after the last */
};

void negatives_init(struct negatives *t, const struct running_text *r,
                    int blocks);
void negatives_release(struct negatives *t);

/* Draw n words of the block, each from 32 random bits. */
void negatives_draw(const struct negatives *t, struct partition d, int block,
                    size_t n, const uint32_t *bits, int32_t *word);

#endif
