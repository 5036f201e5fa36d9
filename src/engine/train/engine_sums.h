/*
 * engine_sums.h - merges gradients, from the sums of threads to the sum of all
 * grains.
 *
 * Threads merge in place, each block by one of them.  Between ranks a sum is
 * sent as it is, except for its rows, which are copied: they have to be the
 * rows that are nonzero in any sum, and in memory for messages.
 */
#ifndef ENGINE_TRAIN_ENGINE_SUMS_H
#define ENGINE_TRAIN_ENGINE_SUMS_H

#include "engine/train/engine.h"

/* Before any thread merges, if there are tables: find the rows that this step
 * changes.  Then each thread calls engine_cover_nonzero(), so that its sums
 * have all of them. */
void engine_find_nonzero(struct engine *g, int threads);
void engine_cover_nonzero(struct engine *g, int me);

/* Merge over threads, thread me of n's share of all blocks. */
void engine_merge_threads(struct engine *g, int me, int n);

/* Send each rank its slice of this rank's sums, and receive this rank's slice
 * of theirs. */
int engine_exchange(struct engine *g, int threads, struct error *e);

/* Merge over ranks, thread me of n's share of the slice. */
void engine_merge_ranks(struct engine *g, int me, int n);

/* The sum of all grains' gradients, from element `from` of nonzero span i on,
 * after all merges. */
const float *engine_gradient(const struct engine *g, int i, size_t from);

#endif
