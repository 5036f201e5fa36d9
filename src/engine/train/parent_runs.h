/*
 * parent_runs.h - a run and the runs that it begins from (`from` of struct
 * training).
 *
 * Threads: pure functions.
 */
#ifndef ENGINE_TRAIN_PARENT_RUNS_H
#define ENGINE_TRAIN_PARENT_RUNS_H

#include "engine/train/train.h"

/* The generation of a trial: 1 is the run itself, 2 the run whose state it
 * begins from, and so on; 0 if it does not begin from this trial. */
int parent_runs_generation(const struct training *t, struct digest trial);

/* The run of a generation; 0: the first that was trained. */
const struct training *parent_runs_at(const struct training *t, int generation);

/* The run of these that begins from `from`, which is another of them. */
const struct training *parent_runs_child(const struct training *t,
                                         const struct training *from);

#endif
