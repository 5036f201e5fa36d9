/* budget.h - does a run fit the memory that its members may use? */
#ifndef ENGINE_TRAIN_BUDGET_H
#define ENGINE_TRAIN_BUDGET_H

#include "engine/train/training_run.h"

/* GO_ON: it fits every member's; FAILED: not the one's that `poor` is told.
 * Collective over the group. */
enum run_next budget_check(const struct training *t, struct error *e);

#endif
