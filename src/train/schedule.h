/* schedule.h - learning rates. */
#ifndef TRAIN_SCHEDULE_H
#define TRAIN_SCHEDULE_H

#include "train/train.h"

/* When a step is. */
struct schedule_place {
    long step;  /* the first is 1 */
    long epoch; /* that it is of; the first is 0 */
    long worse; /* times before it that evaluations went halve_after in a row
                   without a better one; 1 of them: all that were not the best
                   so far */
};

double schedule_rate(const struct train_config *c, struct schedule_place at);

#endif
