/*
 * validate.h - evaluations during a run, and of its best parameters.
 *
 * Both functions are collective over the group.
 */
#ifndef ENGINE_TRAIN_VALIDATE_H
#define ENGINE_TRAIN_VALIDATE_H

#include "engine/train/training_run.h"

/* Evaluate, add to the history, and check whether it is the best so far. */
enum run_next validate_now(struct training_run *c, struct error *e);

/* Score the best parameters on valid and test, for the table.  FAILED if no
 * evaluation gave the goal a value. */
enum run_next validate_best(struct training_run *c, struct result *r,
                            struct error *e);

#endif
