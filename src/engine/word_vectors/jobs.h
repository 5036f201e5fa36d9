/*
 * jobs.h - the schedule of threads that learn from parts of a text, one part
 * after the other.  Each part is `blocks` rounds of buckets (blocks.h).
 *
 * A row of blocks begins its next round when the row after it has finished the
 * round before, because that row held the block which it needs.  No thread
 * waits for the end of a round.  So each row of either table is changed in the
 * order of rounds, whichever thread does it.  Threads that have no bucket to
 * process find the pairs of the next parts, some parts ahead.
 *
 * Threads: all functions but init and release may be called by any of them.
 */
#ifndef ENGINE_WORD_VECTORS_JOBS_H
#define ENGINE_WORD_VECTORS_JOBS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "engine/word_vectors/blocks.h"

enum { PARTS_AHEAD = 8 };

struct learning_job {
    bool find; /* pairs of a part; otherwise process one of its buckets */
    int part;
    int block, round;
};

struct jobs {
    int blocks, end;
    atomic_int learning; /* the part that is being learned */
    int finding;         /* the next part to find pairs of */
    bool found[PARTS_AHEAD];
    int done[BLOCKS_MOST]; /* rounds that a block's row has finished, of the
                              current part */
    bool busy[BLOCKS_MOST];
    int waiting; /* number of threads that sleep */
    atomic_uint changes;
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

/* For parts [first, end). */
void jobs_init(struct jobs *s, int blocks, int first, int end);
void jobs_release(struct jobs *s);

/* Get a job; false if there is none at present. */
bool jobs_try(struct jobs *s, struct learning_job *job);

/* Wait for a job; false if all are done. */
bool jobs_next(struct jobs *s, struct learning_job *job);

/* Report that a job of jobs_try() or jobs_next() is done. */
void jobs_done(struct jobs *s, const struct learning_job *job);

#endif
