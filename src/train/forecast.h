/*
 * forecast.h - what follows of a run from its data, model, batches and seed
 * before it begins, kept for the next run that has the same.
 *
 * In a sweep of short trials of one model it would otherwise be what most of a
 * trial goes into: every example is looked at, and the model walked dry.  Of a
 * set that is made the first examples of the first epoch stand for all.
 *
 * Threads: as train.h.
 */
#ifndef TRAIN_FORECAST_H
#define TRAIN_FORECAST_H

#include "train/train.h"

/*
 * The run's forecast with its first epoch dealt from the first batch on, and
 * what else was found of runs like it.  It is the one that the run has kept, or
 * else *own, begun anew, to be released; borrowed until the next call.
 */
struct forecast *forecast_of(const struct training *t, struct forecast *own);

#endif
