/*
 * train_again.h - training a trial again without writing to disk.
 *
 * Threads: one at a time.
 */
#ifndef CMD_VERIFY_TRAIN_AGAIN_H
#define CMD_VERIFY_TRAIN_AGAIN_H

#include "engine/store/result.h"
#include "sweep/experiment/experiment.h"

/*
 * Train the trial that an assignment gives on all ranks together, up to a share
 * of its run; 0: all of it.  `failed`: it failed before, and may fail again.
 * True on rank 0 when there is a result to compare, the caller's to release;
 * else why has been said, as where its data are not there.  Collective.
 */
bool train_again(const struct experiment *x, const struct assignment *a,
                 double until, bool failed, struct result *is);

#endif
