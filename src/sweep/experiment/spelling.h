/*
 * spelling.h - giving equal values of two experiments the same spelling.
 *
 * The values of a sweep are texts as in the file, and so are those in a
 * folder's experiment.text and journal: the folder can have "1e-3" and the file
 * "0.001" by now.  Experiments with the same trials are the same experiment.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_EXPERIMENT_SPELLING_H
#define SWEEP_EXPERIMENT_SPELLING_H

#include "sweep/experiment/experiment.h"

/*
 * Write the swept values of x, those of its variants and the numbers of its
 * rules as `like` has them, where they are the same: numbers by their value,
 * others by the trials that they give.  What is not the same stays as it is.
 * There may be no study and no struct proposed of x yet: both keep the places
 * of values in these lists.
 */
void experiment_spell_like(struct experiment *x, const struct experiment *like);

#endif
