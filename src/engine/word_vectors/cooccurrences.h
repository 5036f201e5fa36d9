/*
 * cooccurrences.h - how often words occur near each other: GloVe's counts.
 *
 * Two words d places apart in a sentence, where d is the window at most, add
 * 1/d to the count of each as the centre.  Counts are sorted into buckets
 * (blocks.h), and are in a random, addressed order within each.  A count takes
 * 16 bytes.
 *
 * Threads: read-only after init.
 * Source:  Pennington et al. 2014, section 3; the program's cooccur and
 * shuffle.
 */
#ifndef ENGINE_WORD_VECTORS_COOCCURRENCES_H
#define ENGINE_WORD_VECTORS_COOCCURRENCES_H

#include "base/system/thread_pool.h"
#include "engine/word_vectors/running_text.h"

struct cooccurrence {
    int32_t centre, context;
    float log;    /* of the count */
    float weight; /* (count / x_max)^(3/4), 1 from x_max on */
};

struct cooccurrences {
    int blocks;
    struct cooccurrence *entry; /* owned; sorted by bucket */
    size_t *bucket; /* owned [blocks * blocks + 1]: where each begins */
};

/* If it was interrupted() (core/interrupt.h), the counts are incomplete. */
void cooccurrences_init(struct cooccurrences *c, const struct running_text *r,
                        int blocks, int window, double x_max, uint64_t seed,
                        struct thread_pool *pool);
void cooccurrences_release(struct cooccurrences *c);

#endif
