/* schedule.h - learning rates. */
#ifndef ENGINE_TRAIN_SCHEDULE_H
#define ENGINE_TRAIN_SCHEDULE_H

#include "engine/train/train.h"

/* When a step is. */
struct schedule_place {
    long step;  /* the first is 1 */
    long epoch; /* that it is of; the first is 0 */
    long worse; /* how often before it halve_after evaluations in a row brought
                   no better value */
};

double schedule_rate(const struct train_config *c, struct schedule_place at);

#endif
