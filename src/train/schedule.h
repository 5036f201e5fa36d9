/* schedule.h - learning rates. */
#ifndef TRAIN_SCHEDULE_H
#define TRAIN_SCHEDULE_H

#include "train/train.h"

/* The rate of a step; the first is 1.  `worse`: evaluations before it that were
 * not the best so far. */
double schedule_rate(const struct train_config *c, long step, long worse);

#endif
