/*
 * run_estimate.h - what data, model, batches and seed determine about a run
 * before it begins, kept for the next run that has the same.
 *
 * Without it, most of the time of a short trial would be spent here: every
 * example is read, and the model is walked without computing.  For a set that
 * is made, the first examples of the first epoch represent all.
 *
 * Threads: as train.h.
 */
#ifndef ENGINE_TRAIN_RUN_ESTIMATE_H
#define ENGINE_TRAIN_RUN_ESTIMATE_H

#include "engine/train/train.h"

/* All that the memory of a thread's work depends on beside a loader, its task
 * and the configuration of a model: the estimate reads nothing else.  As of a
 * loader_key its bytes are compared. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
struct run_estimate_key {
    long grains;
    long inspects; /* 1: evaluations inspect the attentions */
};
#pragma GCC diagnostic pop

/* Zeroed, it is of no run. */
struct run_estimate {
    struct loader loader; /* at the beginning of the first epoch; owned */
    long batches;         /* of that epoch; 0 if not yet counted */
    double tokens;        /* of its largest batch; 0 if not yet counted */
    double words;         /* different ones among these */
    struct run_estimate_key work; /* key of `bytes` */
    char *model;                  /* and its model's configuration; owned */
    double bytes; /* of the largest grain or chunk; 0 if not yet computed */
};
void run_estimate_release(struct run_estimate *f);

/*
 * The run's estimate with its first epoch loaded from the first batch on, and
 * what else was found for runs that load alike.  It is the estimate that the
 * run has kept, or else *own, begun again, which the caller releases; borrowed
 * until the next call.
 */
struct run_estimate *run_estimate_of(const struct training *t,
                                     struct run_estimate *own);

/* Where the run's estimate keeps the bytes of runs of its model and such work;
 * 0 until the caller has computed them. */
double *run_estimate_bytes(struct run_estimate *f, const struct training *t,
                           const struct run_estimate_key *work);

#endif
