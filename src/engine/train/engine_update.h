/* engine_update.h - updates the parameters and what is kept beside them. */
#ifndef ENGINE_TRAIN_ENGINE_UPDATE_H
#define ENGINE_TRAIN_ENGINE_UPDATE_H

#include "engine/train/engine.h"

/* Update thread me of n's share of the slice. */
void engine_update(struct engine *g, const struct descent *d, int me, int n);

#endif
