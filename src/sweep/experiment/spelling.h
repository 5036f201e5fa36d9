/*
 * spelling.h - one experiment, its values written in another way.
 *
 * The values of a sweep are texts as they stand in the file, and so are those
 * in a folder's experiment.text and journal: "1e-3" there, "0.001" in the file
 * by now.  What gives the same trials is the same experiment.
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
