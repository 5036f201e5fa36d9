/* engine_parts.h - what the files of the engine share. */
#ifndef TRAIN_ENGINE_PARTS_H
#define TRAIN_ENGINE_PARTS_H

#include "train/engine.h"

static inline int members(const struct engine *g)
{
    return g->group->n;
}

/* The grains of a member. */
static inline struct run grains_of(const struct engine *g, int member)
{
    return tree_run((int)train_grains(g->conf), members(g), member);
}

/* Of thread me of n.  Threads beyond the grains have none. */
static inline struct run grains_of_thread(const struct engine *g, int me, int n)
{
    const int grains = run_size(g->grains), most = n < grains ? n : grains;

    return me < most ? tree_run(grains, most, me) : (struct run){0, 0};
}

/* The sums of squares of this rank's blocks, among its numbers. */
double *engine_squares(const struct engine *g);

/* --- engine_sums.c: from the sums of threads to those of all grains ------- */

/* Before any thread merges, when there are tables: what this step touches. */
void engine_find_live(struct engine *g, int threads);

/* Merge over threads, thread me of n's share of all blocks. */
void engine_merge_threads(struct engine *g, int me, int n);

/* Send each rank its slice of this rank's sums, and get this rank's of
 * theirs. */
int engine_exchange(struct engine *g, int threads, struct error *e);

/* Merge over ranks, thread me of n's share of the slice. */
void engine_merge_ranks(struct engine *g, int me, int n);

/* The sum of all grains' gradients, from element `from` of live span i on, once
 * all is merged. */
const float *engine_gradient(const struct engine *g, int i, size_t from);

/* --- engine_update.c ------------------------------------------------------ */

/* Update the parameters of thread me of n's share of the slice. */
void engine_update(struct engine *g, const struct descent *d, int me, int n);

#endif
