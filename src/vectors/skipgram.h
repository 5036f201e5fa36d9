/*
 * skipgram.h - skip-gram with negative sampling, chunk by chunk of a corpus.
 *
 * A chunk's pairs are found first and then worked through bucket by bucket
 * (blocks.h), so the order of updates is that of no text, but one that does not
 * depend on how many threads there are.  The rate falls in a straight line from
 * chunk to chunk, to a ten thousandth of what it was.
 *
 * Threads: it starts its own.
 */
#ifndef VECTORS_SKIPGRAM_H
#define VECTORS_SKIPGRAM_H

#include "vectors/bucket_pairs.h"
#include "vectors/negatives.h"
#include "vectors/tables.h"

struct skipgram {
    const struct running_text *text; /* these are borrowed */
    const struct vectors_settings *settings;
    const struct tables *tables;
    struct random_key key;
    int blocks;
    struct workers *workers; /* borrowed */
    struct dealing deal;     /* of the chunk at hand */
    struct bucket_pairs pairs;
    struct negatives negatives;
    int chunks;          /* of a pass */
    struct chunk *chunk; /* owned [chunks] */
};

void skipgram_init(struct skipgram *g, const struct running_text *r,
                   const struct vectors_settings *s, const struct tables *t,
                   struct workers *workers);
void skipgram_release(struct skipgram *g);

/* Steps are chunks: `chunks` of each pass, one pass behind the other. */
void skipgram_step(struct skipgram *g, int step);

#endif
