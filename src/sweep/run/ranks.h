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
 * Has every rank come so far?  When one has not, rank 0 prints the first
 * rank's error, once.
 */
bool ranks_agreed(int failed, const struct error *e);

/* Did all ranks, each by itself, read the same text of the experiment?
 * Rank 0 gets the error. */
int ranks_same_text(const struct experiment *x, struct error *e);

/* Do all ranks compute the same bits, of every trial?  Rank 0 gets the
 * error. */
int ranks_same_identity(const struct experiment *x, struct error *e);

/* Is this digest of data the same on every rank?  Rank 0 gets the error. */
int ranks_same_data(struct digest mine, struct error *e);

/* Ask everyone who they are, and let them take all slots.  Collective; only
 * rank 0 has the members then. */
void ranks_meet(struct membership *r, const struct rank_groups *rank_groups);

#endif
