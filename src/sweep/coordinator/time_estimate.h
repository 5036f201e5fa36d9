/*
 * time_estimate.h - the cost of a sweep's trials, and the time that is left.
 *
 * Work is measured in whole runs of a trial; a running trial counts by its
 * share of steps. The rest of a running trial is estimated from its own speed.
 * Waiting trials are estimated from the time that groups have spent per run
 * since this program began. Steps that a trial had made before this program
 * resumed it do not count as done.
 *
 * Threads: the coordinator's.
 */
#ifndef SWEEP_COORDINATOR_TIME_ESTIMATE_H
#define SWEEP_COORDINATOR_TIME_ESTIMATE_H

#include "engine/train/train.h"
#include "sweep/coordinator/message.h"
#include "sweep/study/study.h"

/* Reported progress of a trial, as in struct report. */
struct trial_progress {
    long step, steps;
    double loss, best;
};

/* The progress of a group of ranks with its trial. */
struct slot {
    long order;    /* number of its order among all, from 1; 0: it is over */
    long trial;    /* of that order */
    double began;  /* clock */
    double until;  /* the share of its steps at which this turn ends */
    double before; /* the share when it began: not done by this program */
    double share;  /* of its steps done, 0 to 1 */
    long trained;  /* steps of this attempt, as far as reported */
    bool reported;
    struct trial_progress last; /* the last report, if `reported`, */
    double heard;               /* and the clock when it came */
    struct trial_progress first;
    double first_heard; /* clock of the first report of this turn */
};

struct time_estimate {
    double done;    /* runs, of turns that are over */
    double busy;    /* seconds that groups spent on them */
    double ahead;   /* study_ahead() */
    double updated; /* clock when `ahead` was computed, */
    double costs;   /* and the seconds that it took */
};

/* A group begins, at this time of the clock, the turn that the study decided
 * on. */
void time_estimate_begin(struct slot *slot, const struct study *s,
                         const struct next *d, double now);

/* It has reported this progress. */
void time_estimate_report(struct slot *slot, const struct report *r,
                          double now);

/* Its turn is over. */
void time_estimate_over(struct time_estimate *w, struct slot *slot,
                        enum train_end end, double now);

/* Return the seconds until the sweep is over, with so many groups, each with
 * one or more of the slots; NaN if nothing is done yet to estimate from. */
double time_estimate_left(struct time_estimate *w, const struct study *s,
                          const struct slot *slot, int slots, int groups);

#endif
