/*
 * judge.h - evaluations of a run on its way, and of its best parameters.
 *
 * Both are collective over the group.
 */
#ifndef ENGINE_TRAIN_JUDGE_H
#define ENGINE_TRAIN_JUDGE_H

#include "engine/train/course.h"

/* Evaluate, note it in the history, and see whether it is the best so far. */
enum turn judge_now(struct course *c, struct error *e);

/* Score the best parameters on valid and test, for the table.  FAILED: no
 * evaluation gave the goal a value. */
enum turn judge_best(struct course *c, struct result *r, struct error *e);

#endif
