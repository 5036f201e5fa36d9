/* calibrate.h - first values of parameters that the first batch chooses
 * (attention/calibration.h). */
#ifndef ENGINE_TRAIN_CALIBRATE_H
#define ENGINE_TRAIN_CALIBRATE_H

#include "engine/train/training_run.h"

/* Before the first step: such parameters get their values.  FAILED where none
 * will do.  Collective over the group. */
enum run_next calibrate_first_values(struct training_run *c, struct error *e);

#endif
