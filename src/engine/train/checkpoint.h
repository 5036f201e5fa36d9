/*
 * checkpoint.h - a run's state files: written during training, and read to go
 * on.
 *
 * All functions are collective over the group; train_tidy() decides what is
 * kept at the end.
 */
#ifndef ENGINE_TRAIN_CHECKPOINT_H
#define ENGINE_TRAIN_CHECKPOINT_H

#include "engine/train/training_run.h"

/* Go on from the last state file, if there is one. */
int checkpoint_load(struct training_run *c, struct error *e);

/* Write the last state: everything, but before it the best parameters if these
 * are held in memory. */
int checkpoint_last(struct training_run *c, struct error *e);

/* The best parameters are now those of this step: write both states, or hold
 * the best ones in memory until the next checkpoint if no state is kept at the
 * end. */
int checkpoint_best(struct training_run *c, struct error *e);

/* Write `params` as the state of this step. */
int checkpoint_step(struct training_run *c, const float *params,
                    struct error *e);

#endif
