/* choose.h - first values of parameters that the first batch chooses
 * (attention/survey.h). */
#ifndef ENGINE_TRAIN_CHOOSE_H
#define ENGINE_TRAIN_CHOOSE_H

#include "engine/train/course.h"

/* Before the first step: such parameters get their values.  FAILED where none
 * will do.  Collective over the group. */
enum turn choose_first_values(struct course *c, struct error *e);

#endif
