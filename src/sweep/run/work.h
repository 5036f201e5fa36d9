/*
 * work.h - what the trials of a sweep cost, and the time that is left.
 *
 * Work is measured in whole runs of a trial, a trial in hand counting by its
 * steps.  What is left of that costs time at its own speed; what waits costs
 * the time that groups spent per run since this program began.  What was behind
 * a trial when this program took it up does not count as done now.
 *
 * Threads: the coordinator's.
 */
#ifndef SWEEP_RUN_WORK_H
#define SWEEP_RUN_WORK_H

#include "engine/train/train.h"
#include "sweep/run/message.h"
#include "sweep/study/study.h"

/* What was heard of a trial's progress, as in struct report. */
struct news {
    long step, steps;
    double loss, best;
};

/* How far a group of ranks is with its trial. */
struct seat {
    long order;    /* its place among all orders, from 1; 0: it is over */
    long trial;    /* of that order */
    double began;  /* clock */
    double until;  /* the share of its steps at which this turn ends */
    double before; /* the share when it began: not done by us */
    double share;  /* of its steps done, 0 to 1 */
    long trained;  /* steps of this attempt, as far as was heard */
    bool reported;
    struct news last; /* once reported, */
    double heard;     /* clock; when, */
    struct news first;
    double first_heard; /* and of the first one of this turn */
};

struct work {
    double done;   /* runs, by turns that are over */
    double busy;   /* seconds of groups on them */
    double ahead;  /* study_ahead() */
    double looked; /* clock; when it was asked for, */
    double costs;  /* and how many seconds that took */
};

/* A group begins the turn that the study decided on. */
void work_begin(struct seat *seat, const struct study *s, const struct next *d);

/* It has come this far. */
void work_report(struct seat *seat, const struct report *r);

/* Its turn is over. */
void work_over(struct work *w, struct seat *seat, enum train_end end);

/* Seconds until the sweep is over, with so many groups, of which each has one
 * of the seats or more; NaN when nothing was done to tell from. */
double work_left(struct work *w, const struct study *s, const struct seat *seat,
                 int seats, int groups);

#endif
