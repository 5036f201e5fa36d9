/*
 * time_estimate.h - what the trials of a sweep cost, and the time that is left.
 *
 * Work is measured in whole runs of a trial, a trial in hand counting by its
 * steps.  What is left of that costs time at its own speed; what waits costs
 * the time that groups spent per run since this program began.  What was behind
 * a trial when this program took it up does not count as done now.
 *
 * Threads: the coordinator's.
 */
#ifndef SWEEP_COORDINATOR_TIME_ESTIMATE_H
#define SWEEP_COORDINATOR_TIME_ESTIMATE_H

#include "engine/train/train.h"
#include "sweep/coordinator/message.h"
#include "sweep/study/study.h"

/* What was heard of a trial's progress, as in struct report. */
struct trial_progress {
    long step, steps;
    double loss, best;
};

/* How far a group of ranks is with its trial. */
struct slot {
    long order;    /* its place among all orders, from 1; 0: it is over */
    long trial;    /* of that order */
    double began;  /* clock */
    double until;  /* the share of its steps at which this turn ends */
    double before; /* the share when it began: not done by us */
    double share;  /* of its steps done, 0 to 1 */
    long trained;  /* steps of this attempt, as far as was heard */
    bool reported;
    struct trial_progress last; /* once reported, */
    double heard;               /* clock; when, */
    struct trial_progress first;
    double first_heard; /* and of the first one of this turn */
};

struct time_estimate {
    double done;   /* runs, by turns that are over */
    double busy;   /* seconds of groups on them */
    double ahead;  /* study_ahead() */
    double looked; /* clock; when it was asked for, */
    double costs;  /* and how many seconds that took */
};

/* A group begins the turn that the study decided on, at a time of the clock. */
void time_estimate_begin(struct slot *slot, const struct study *s,
                         const struct next *d, double now);

/* It has come this far. */
void time_estimate_report(struct slot *slot, const struct report *r,
                          double now);

/* Its turn is over. */
void time_estimate_over(struct time_estimate *w, struct slot *slot,
                        enum train_end end, double now);

/* Seconds until the sweep is over, with so many groups, of which each has one
 * of the slots or more; NaN when nothing was done to tell from. */
double time_estimate_left(struct time_estimate *w, const struct study *s,
                          const struct slot *slot, int slots, int groups);

#endif
