/*
 * run_estimate.h - what follows of a run from its data, model, batches and seed
 * before it begins, kept for the next run that has the same.
 *
 * In a sweep of short trials of one model it would otherwise be what most of a
 * trial goes into: every example is looked at, and the model walked dry.  Of a
 * set that is made the first examples of the first epoch stand for all.
 *
 * Threads: as train.h.
 */
#ifndef ENGINE_TRAIN_RUN_ESTIMATE_H
#define ENGINE_TRAIN_RUN_ESTIMATE_H

#include "engine/train/train.h"

/* All that the memory of a thread's work hangs on beside a loader, its task and
 * the configuration of a model: who reckons it reads nothing else.  Like a
 * loader_key its bytes are compared. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
struct run_estimate_key {
    long grains;
    long inspects; /* 1: evaluations look into the attentions */
};
#pragma GCC diagnostic pop

/* Zeroed, of no run. */
struct run_estimate {
    struct loader loader; /* at the beginning of the first epoch; owned */
    long batches;         /* of that epoch; 0: not counted yet */
    double tokens;        /* of its largest batch; 0: not counted yet */
    double words;         /* that differ among these */
    struct run_estimate_key work; /* of which the bytes are */
    char *model;  /* and of which model: its configuration; owned */
    double bytes; /* of the largest grain or chunk; 0: not reckoned yet */
};
void run_estimate_release(struct run_estimate *f);

/*
 * The run's estimate with its first epoch loaded from the first batch on, and
 * what else was found of runs that load alike.  It is the one that the run has
 * kept, or else *own, begun anew, to be released; borrowed until the next call.
 */
struct run_estimate *run_estimate_of(const struct training *t,
                                     struct run_estimate *own);

/* Where the run's estimate has the bytes of runs of its model and such work; 0
 * until who calls has reckoned them. */
double *run_estimate_bytes(struct run_estimate *f, const struct training *t,
                           const struct run_estimate_key *work);

#endif
