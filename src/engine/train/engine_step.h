/*
 * engine_step.h - one training step: grains over threads, sums over ranks,
 * update.
 *
 * A step is one parallel region.  Each thread takes a contiguous run of this
 * rank's grains through forward and backward; a thread that has no grains, or
 * none left, helps the others (team.h).  Threads then merge the sums of all
 * threads, each a share of the blocks.  Each rank sends every other rank the
 * part of its sums that lies in the other's slice, merges what it receives for
 * its own slice, updates that, and the slices are exchanged.  Loss and norm are
 * computed from the same numbers in the same order on every rank, so all ranks
 * come to the same decision.
 *
 * Threads: one engine belongs to one thread, which leads a team of its own.
 */
#ifndef ENGINE_TRAIN_ENGINE_STEP_H
#define ENGINE_TRAIN_ENGINE_STEP_H

#include "engine/train/engine.h"

/* The examples of a step and their cut. */
struct batch {
    const struct examples *x;
    const int *order;
    const int *cut; /* [grains + 1] places in order */
    double count;   /* as batch_count() returns it */
    long step;      /* steps done before this one */
    long epoch;     /* passes done before this one */
    double rate;    /* of learning */
};

enum step_end { STEP_DONE, STEP_NAN, STEP_BROKEN };

/* The outcome of a step, equal on all ranks. */
struct step {
    double loss, norm;
    unsigned flags; /* of any rank */
};

/*
 * Take one step.  `ask` (may be NULL) is called once, during the step, for this
 * rank's flags.  Nothing is updated if loss or norm is not finite (STEP_NAN).
 * Collective over the group.
 */
enum step_end engine_step(struct engine *g, const struct batch *b,
                          unsigned (*ask)(void *), void *context,
                          struct step *out, struct error *e);

#endif
