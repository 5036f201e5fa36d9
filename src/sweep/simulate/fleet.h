/*
 * fleet.h - simulates a sweep on workers, with a simulated clock.
 *
 * It drives the study (study/study.h) as the coordinator does: the study's
 * decisions become attempts of workers, whose ends become its events.  A worker
 * represents a group of ranks.  It may be lost now and then, with what it has
 * trained since its last checkpoint; another replaces it at once.  The whole
 * job may die, too, as with its first rank or its allocation: what all trials
 * have trained since their last checkpoints is lost, and a new study goes on
 * from what the journal would hold (simulate/replay_log.h); of the trials
 * without a checkpoint it tries one half at a time, to find the one that kills
 * the job.
 *
 * An attempt takes its share of the trial's seconds and nothing else: no time
 * for messages, loading or resuming, except the given time after a death.
 *
 * The outcome depends on the fleet alone.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SIMULATE_FLEET_H
#define SWEEP_SIMULATE_FLEET_H

#include "sweep/simulate/trial_model.h"
#include "sweep/study/study.h"

/* A span in which a worker trained a trial; all times in seconds. */
struct training_span {
    int worker;
    long trial;
    double begin, end;
    double lost; /* the last of these seconds, which were lost */
};

struct fleet {
    const struct search *search;    /* borrowed, like all of it */
    const struct chosen *scheduler; /* NULL if none */
    const struct trial_model *trials;
    int workers;
    double between_losses; /* mean seconds between losses of a worker; 0: none
                              is lost */
    double checkpoint;     /* seconds between a trial's checkpoints; 0: there
                              are none */
    double between_deaths; /* mean seconds between deaths of the job; 0: it does
                              not die */
    double restart;        /* seconds without training after a death */
    double evaluates;      /* share of a run between evaluations, at which rungs
                              lie; 0: anywhere */
    long retries;          /* losses of a trial, and deaths of the job caused by
                              it alone, that a sweep tolerates */
    /* Return a trial's name; -1: it is not valid, and is dropped if a search
     * that learns proposed it. */
    int (*name)(void *context, const struct assignment *a, struct digest *name,
                struct error *e);
    /* Called with each span, in the order of their ends; may be NULL. */
    void (*watch)(void *watcher, const struct training_span *span);
    void *context, *watcher;
};

struct fleet_account {
    double makespan; /* seconds until the last trial was over */
    double trained;  /* seconds of all workers, including lost ones */
    double lost;     /* ... of which these were lost */
    double longest;  /* the trial that was trained longest, without losses */
    long finished;   /* trials, including those cut at a rung */
    long cut, failed;
    long equal, dropped; /* that equal earlier ones; that are not valid */
    long losses;         /* of trials, with their workers */
    long given_up;       /* of the failed: lost too often */
    long deaths;         /* of the job */
    long blamed;         /* trials that failed as the cause of deaths */
};

int fleet_simulate(const struct fleet *f, struct fleet_account *a,
                   struct error *e);

#endif
