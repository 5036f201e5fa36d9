/*
 * skipgram.h - skip-gram with negative sampling, part by part of a corpus.
 *
 * A part's pairs are found first and then worked through bucket by bucket
 * (blocks.h), so the order of updates within it is that of no text, but one
 * that does not depend on how many threads there are.  Parts are small, and
 * blocks few, so that it is nearly the text's: what word2vec learns depends on
 * the order.  The rate falls in a straight line from part to part, to a ten
 * thousandth of what it was.
 *
 * Threads: those of its pool.
 */
#ifndef ENGINE_WORD_VECTORS_SKIPGRAM_H
#define ENGINE_WORD_VECTORS_SKIPGRAM_H

#include "base/system/thread_pool.h"
#include "engine/word_vectors/bucket_pairs.h"
#include "engine/word_vectors/jobs.h"
#include "engine/word_vectors/negatives.h"
#include "engine/word_vectors/tables.h"

struct skipgram {
    const struct running_text *text; /* these are borrowed */
    const struct vectors_settings *settings;
    const struct tables *tables;
    struct random_key key;
    int blocks;
    struct thread_pool *pool; /* borrowed */
    struct pair_finder finder;
    struct negatives negatives;
    struct bucket_pairs pairs[PARTS_AHEAD]; /* of a part, by its number */
    int parts, steps;                       /* of a pass */
};

void skipgram_init(struct skipgram *g, const struct running_text *r,
                   const struct vectors_settings *s, const struct tables *t,
                   struct thread_pool *pool);
void skipgram_release(struct skipgram *g);

/* Steps are some parts: `steps` of each pass, one pass behind the other. */
void skipgram_step(struct skipgram *g, int step);

#endif
