/*
 * checkpoint.h - a run's state files: written on the way, and read to go on.
 *
 * All are collective over the group; what is kept at the end is train_tidy()'s.
 */
#ifndef ENGINE_TRAIN_CHECKPOINT_H
#define ENGINE_TRAIN_CHECKPOINT_H

#include "engine/train/training_run.h"

/* Go on from the last state file, if there is one. */
int checkpoint_load(struct training_run *c, struct error *e);

/* Write the last state: everything, the best parameters first where they are
 * held. */
int checkpoint_last(struct training_run *c, struct error *e);

/* The best parameters are those of this step: write both states, or hold them
 * back until the next checkpoint when none is kept at the end. */
int checkpoint_best(struct training_run *c, struct error *e);

/* Write some parameters as those of this step. */
int checkpoint_step(struct training_run *c, const float *params,
                    struct error *e);

#endif
