/* budget.h - checks a run against the memory that its members may use. */
#ifndef ENGINE_TRAIN_BUDGET_H
#define ENGINE_TRAIN_BUDGET_H

#include "engine/train/training_run.h"

/* GO_ON if the run fits every member's budget; FAILED if it does not fit that
 * of the member whose number `poor` gets.  Collective over the group. */
enum run_next budget_check(const struct training *t, struct error *e);

#endif
