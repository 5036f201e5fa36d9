/* schedule.h - learning rates. */
#ifndef TRAIN_SCHEDULE_H
#define TRAIN_SCHEDULE_H

#include "train/train.h"

/* The rate of a step; the first is 1. */
double schedule_rate(const struct train_config *c, long step);

#endif
