/*
 * ranks.h - what all ranks have to agree on before a sweep begins.
 *
 * Every call is collective over the world.
 */
#ifndef SWEEP_RUN_RANKS_H
#define SWEEP_RUN_RANKS_H

#include "sweep/coordinator/membership.h"
#include "sweep/experiment/experiment.h"

/*
 * True if no rank has failed so far. Else rank 0 prints the error of the first
 * rank that has, once.
 */
bool ranks_agreed(int failed, const struct error *e);

/* Check that all ranks, each by itself, read the same text of the experiment.
 * Rank 0 gets the error. */
int ranks_same_text(const struct experiment *x, struct error *e);

/* Check that all ranks compute the same bits, for every trial. Rank 0 gets the
 * error. */
int ranks_same_identity(const struct experiment *x, struct error *e);

/* Check that this digest of data is the same on every rank. Rank 0 gets the
 * error. */
int ranks_same_data(struct digest mine, struct error *e);

/* Ask everyone who they are, and let them take all slots.  Collective; only
 * rank 0 has the members then. */
void ranks_gather(struct membership *r, const struct rank_groups *rank_groups);

#endif
