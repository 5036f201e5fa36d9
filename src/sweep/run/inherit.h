/*
 * inherit.h - the state of a trial that another begins from, kept for it.
 *
 * A trial that begins from another's state (sampler/space.h) has its own copy
 * from the moment it is proposed, whatever happens to the other. The files are
 * shared, not copied, if the file system can do so: each is replaced and never
 * changed in place. If they are lost, the trials before it are trained again,
 * with the same result (train/train.h).
 *
 * Threads: the coordinator's.
 */
#ifndef SWEEP_RUN_INHERIT_H
#define SWEEP_RUN_INHERIT_H

#include "sweep/experiment/experiment.h"
#include "sweep/study/study.h"

/* To be called before the trial is in the journal, and so before anything else
 * is trained. A warning is printed if a state cannot be kept. */
void inherit_state(const struct experiment *x, const char *dir,
                   const struct assignment *a, const struct trial *t);

#endif
