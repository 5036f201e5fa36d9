/*
 * glove.h - GloVe, in rounds of the buckets of its counts (blocks.h).
 *
 * Threads: those of its pool.
 */
#ifndef ENGINE_WORD_VECTORS_GLOVE_H
#define ENGINE_WORD_VECTORS_GLOVE_H

#include "engine/word_vectors/cooccurrences.h"
#include "engine/word_vectors/tables.h"

struct glove {
    const struct vectors_settings *settings; /* borrowed */
    const struct tables *tables;             /* borrowed */
    int blocks;
    struct thread_pool *pool; /* borrowed */
    struct cooccurrences counts;
};

void glove_init(struct glove *g, const struct running_text *r,
                const struct vectors_settings *s, const struct tables *t,
                struct thread_pool *pool);
void glove_release(struct glove *g);

/* Run a step, which is one round; a pass has as many rounds as blocks. */
void glove_step(struct glove *g, int step);

#endif
