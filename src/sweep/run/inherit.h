/*
 * inherit.h - the state of a trial that another begins from, kept for it.
 *
 * A trial that begins from another's state (sampler/space.h) has it as its own
 * from the moment it is proposed, whatever becomes of the other.  The files are
 * shared, not copied, where the file system can: each is replaced and never
 * changed in place.  Where they are lost training comes to the same by training
 * those before it again (train/train.h).
 *
 * Threads: the coordinator's.
 */
#ifndef SWEEP_RUN_INHERIT_H
#define SWEEP_RUN_INHERIT_H

#include "sweep/experiment/experiment.h"
#include "sweep/study/study.h"

/* To be called before the trial is in the journal, and so before anything else
 * is trained.  What cannot be kept is said. */
void inherit_state(const struct experiment *x, const char *dir,
                   const struct assignment *a, const struct trial *t);

#endif
