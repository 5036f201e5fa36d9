/*
 * negatives.h - words drawn as often as their counts to the power of 3/4 say,
 * from the block of words that a bucket has at hand.
 *
 * A group (partition.h) is drawn as often as its largest word says, and its
 * word in the block is taken as often as it is as large; else it is drawn anew.
 *  So the tables are the same however the words are divided.
 *
 * Threads: read-only once made.
 * Source:  Mikolov et al. 2013, section 2.2; Vose 1991 for the table.
 */
#ifndef ENGINE_WORD_VECTORS_NEGATIVES_H
#define ENGINE_WORD_VECTORS_NEGATIVES_H

#include "engine/word_vectors/partition.h"
#include "engine/word_vectors/running_text.h"

struct negatives {
    int groups;
    /* Of an entry of the table, owned [groups]: the share in 2^-32 that is that
     * group's, and whose the rest is. */
    struct negatives_entry {
        uint32_t share;
        int32_t other;
    } * entry;
    uint32_t *taken; /* owned [groups * blocks]: in 2^-32, how often a word of a
                        group that is drawn is taken; 0 behind the last */
};

void negatives_init(struct negatives *t, const struct running_text *r,
                    int blocks);
void negatives_release(struct negatives *t);

/* n words of the block, each by 32 random bits. */
void negatives_draw(const struct negatives *t, struct partition d, int block,
                    size_t n, const uint32_t *bits, int32_t *word);

#endif
