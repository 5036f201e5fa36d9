/*
 * fleet.h - a sweep simulated with workers on a clock that only says what it
 * is.
 *
 * The study (study/study.h) that the coordinator drives is driven here: its
 * decisions become attempts of workers, whose ends become its events.  A worker
 * stands for a group of ranks.  It may be lost now and then, when what it has
 * trained since its last checkpoint is, too; another takes its place at once.
 * The whole job may die, too, as with its first rank or its allocation: what
 * any trial has trained since its last checkpoint is lost, and a study of its
 * own goes on from what would be in the journal (simulate/replay_log.h), with
 * trials of which nothing was saved tried by halves.
 *
 * An attempt takes its share of the trial's seconds and nothing else: no time
 * for messages, loading or going on, but what a death is said to take.
 *
 * The outcome is a function of the fleet alone.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SIMULATE_FLEET_H
#define SWEEP_SIMULATE_FLEET_H

#include "sweep/simulate/trial_model.h"
#include "sweep/study/study.h"

/* A worker trained a trial, all times in seconds. */
struct training_span {
    int worker;
    long trial;
    double begin, end;
    double lost; /* of them, the last */
};

struct fleet {
    const struct search *search;    /* borrowed, as all of it */
    const struct chosen *scheduler; /* NULL: none */
    const struct trial_model *trials;
    int workers;
    double between_losses; /* seconds, the mean of a worker; 0: none is lost */
    double checkpoint;     /* seconds between a trial's; 0: there are none */
    double between_deaths; /* ... of the job; 0: it does not die */
    double restart;        /* ... that nobody trains after one */
    double evaluates;      /* share of a run from one evaluation to the next,
                              at which rungs lie; 0: anywhere */
    long retries;          /* losses of a trial, and deaths that are laid to it
                              alone, that a sweep takes */
    /* What a trial is called; -1: it cannot be one, and is dropped where it was
     * proposed by a search that learns. */
    int (*name)(void *context, const struct assignment *a, struct digest *name,
                struct error *e);
    /* Told of each span, in the order of their ends; NULL: nobody is. */
    void (*watch)(void *watcher, const struct training_span *span);
    void *context, *watcher;
};

struct fleet_account {
    double makespan; /* seconds until the last trial was over */
    double trained;  /* seconds of all workers, lost ones too */
    double lost;     /* ... of which these were for nothing */
    double longest;  /* the trial that was trained longest, without losses */
    long finished;   /* trials, those that were cut at a rung too */
    long cut, failed;
    long equal, dropped; /* that equal earlier ones, or do not keep the rules */
    long losses;         /* of trials, with their workers */
    long given_up;       /* of those that failed: lost too often */
    long deaths;         /* of the job, */
    long blamed;         /* and trials that failed as it was laid to them */
};

int fleet_simulate(const struct fleet *f, struct fleet_account *a,
                   struct error *e);

#endif
