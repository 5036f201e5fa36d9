/* schedule.h - learning rates. */
#ifndef ENGINE_TRAIN_SCHEDULE_H
#define ENGINE_TRAIN_SCHEDULE_H

#include "engine/train/train.h"

/* The time of a step. */
struct schedule_place {
    long step;  /* the first is 1 */
    long epoch; /* the epoch that it is in; the first is 0 */
    long worse; /* how often before it halve_after evaluations in a row brought
                   no better value */
};

double schedule_rate(const struct train_config *c, struct schedule_place at);

#endif
