/*
 * jobs.h - what threads do next while they learn from parts of a text, one
 * behind the other, each of which is `blocks` rounds of buckets (blocks.h).
 *
 * A row of blocks begins its next round once the row behind it is through the
 * one before, as that had the block which it is to meet: nobody waits for the
 * end of a round.  So each row of either table is changed in the order of
 * rounds, whoever does it.  Threads that find none to work through find the
 * pairs of the next parts, some parts ahead.
 *
 * Threads: all of it but init and release may be called by any of them.
 */
#ifndef ENGINE_WORD_VECTORS_JOBS_H
#define ENGINE_WORD_VECTORS_JOBS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "engine/word_vectors/blocks.h"

enum { PARTS_AHEAD = 8 };

struct learning_job {
    bool find; /* the pairs of a part; else work through one of its buckets */
    int part;
    int block, round;
};

struct jobs {
    int blocks, end;
    atomic_int learning; /* the part at hand */
    int finding;         /* the part that is to be found next */
    bool found[PARTS_AHEAD];
    int done[BLOCKS_MOST]; /* rounds of a block's row, of the part at hand */
    bool busy[BLOCKS_MOST];
    int waiting; /* threads that sleep */
    atomic_uint changes;
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

/* Parts [first, end). */
void jobs_init(struct jobs *s, int blocks, int first, int end);
void jobs_release(struct jobs *s);

/* Something to do, unless there is nothing now. */
bool jobs_try(struct jobs *s, struct learning_job *job);

/* Wait for something to do; false: all of it is done. */
bool jobs_next(struct jobs *s, struct learning_job *job);

/* What try() or next() gave is done. */
void jobs_done(struct jobs *s, const struct learning_job *job);

#endif
