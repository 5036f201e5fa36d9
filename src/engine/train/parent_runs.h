/*
 * parent_runs.h - a run and those that it begins from (struct training's
 * `from`).
 *
 * Threads: pure functions.
 */
#ifndef ENGINE_TRAIN_PARENT_RUNS_H
#define ENGINE_TRAIN_PARENT_RUNS_H

#include "engine/train/train.h"

/* The run itself is of generation 1, whose state it begins from of 2, and so
 * on; 0: it does not begin from this trial. */
int parent_runs_generation(const struct training *t, struct digest trial);

/* The run of a generation; of 0 the first that was trained. */
const struct training *parent_runs_at(const struct training *t, int generation);

/* Which of them begins from `from`, another of them. */
const struct training *parent_runs_child(const struct training *t,
                                         const struct training *from);

#endif
