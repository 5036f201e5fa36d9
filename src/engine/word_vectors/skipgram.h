/*
 * skipgram.h - skip-gram with negative sampling, one part of a corpus at a
 * time.
 *
 * A part's pairs are found first and then processed bucket by bucket
 * (blocks.h).  So updates within a part do not have the order of the text, but
 * an order that does not depend on the number of threads.  Parts are small, and
 * blocks few, so that the order is nearly that of the text: what word2vec
 * learns depends on the order.  The rate falls linearly from part to part, to a
 * ten thousandth of its first value.
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
    const struct running_text *text; /* borrowed, as the next two */
    const struct vectors_settings *settings;
    const struct tables *tables;
    struct random_key key;
    int blocks;
    struct thread_pool *pool; /* borrowed */
    struct pair_finder finder;
    struct negatives negatives;
    struct bucket_pairs pairs[PARTS_AHEAD]; /* pairs of a part, at its number
                                               modulo PARTS_AHEAD */
    int parts, steps;                       /* in a pass */
};

void skipgram_init(struct skipgram *g, const struct running_text *r,
                   const struct vectors_settings *s, const struct tables *t,
                   struct thread_pool *pool);
void skipgram_release(struct skipgram *g);

/* Run a step, which is several parts; a pass has `steps` of them. */
void skipgram_step(struct skipgram *g, int step);

#endif
