/*
 * validate.h - evaluations of a run on its way, and of its best parameters.
 *
 * Both are collective over the group.
 */
#ifndef ENGINE_TRAIN_VALIDATE_H
#define ENGINE_TRAIN_VALIDATE_H

#include "engine/train/training_run.h"

/* Evaluate, note it in the history, and see whether it is the best so far. */
enum run_next validate_now(struct training_run *c, struct error *e);

/* Score the best parameters on valid and test, for the table.  FAILED: no
 * evaluation gave the goal a value. */
enum run_next validate_best(struct training_run *c, struct result *r,
                            struct error *e);

#endif
