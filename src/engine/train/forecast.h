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
#ifndef ENGINE_TRAIN_FORECAST_H
#define ENGINE_TRAIN_FORECAST_H

#include "engine/train/train.h"

/* All that the memory of a thread's work hangs on beside a deal, its task and
 * the configuration of a model: who reckons it reads nothing else.  Like a
 * deal_key its bytes are compared. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
struct work {
    long grains;
    long inspects; /* 1: evaluations look into the attentions */
};
#pragma GCC diagnostic pop

/* Zeroed, of no run. */
struct forecast {
    struct deal deal; /* at the beginning of the first epoch; owned */
    long batches;     /* of that epoch; 0: not counted yet */
    double tokens;    /* of its largest batch; 0: not counted yet */
    double words;     /* that differ among these */
    struct work work; /* of which the bytes are */
    char *model;      /* and of which model: its configuration; owned */
    double bytes;     /* of the largest grain or chunk; 0: not reckoned yet */
};
void forecast_release(struct forecast *f);

/*
 * The run's forecast with its first epoch dealt from the first batch on, and
 * what else was found of runs that deal alike.  It is the one that the run has
 * kept, or else *own, begun anew, to be released; borrowed until the next call.
 */
struct forecast *forecast_of(const struct training *t, struct forecast *own);

/* Where the run's forecast has the bytes of runs of its model and such work; 0
 * until who calls has reckoned them. */
double *forecast_bytes(struct forecast *f, const struct training *t,
                       const struct work *work);

#endif
