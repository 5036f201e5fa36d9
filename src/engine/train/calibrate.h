/* calibrate.h - sets parameters whose first values depend on the first batch
 * (attention/calibration.h). */
#ifndef ENGINE_TRAIN_CALIBRATE_H
#define ENGINE_TRAIN_CALIBRATE_H

#include "engine/train/training_run.h"

/* Set the values of such parameters before the first step.  FAILED if no value
 * will do.  Collective over the group. */
enum run_next calibrate_first_values(struct training_run *c, struct error *e);

#endif
