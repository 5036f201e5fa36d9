/*
 * sweep.h - running an experiment over all ranks.
 *
 * Every rank trains; the coordinator is a thread of rank 0 that hands trials
 * to groups of ranks and sleeps in between.  Decisions are journalled; trial
 * files are the truth.  Killed at any instant, the same call goes on.
 */
#ifndef SWEEP_SWEEP_H
#define SWEEP_SWEEP_H

#include "sweep/experiment.h"

struct sweep_options {
    const char *dir;     /* results folder */
    bool must_exist;     /* resume: the folder has to be there */
    bool dry_run;        /* list the trials and stop */
    bool dedicated;      /* --dedicated-coordinator */
    bool other_identity; /* resume under another identity */
    bool retry_failed;   /* run failed trials again */
};

enum sweep_end {
    SWEEP_DONE = 0,
    SWEEP_ERROR = 1,
    SWEEP_FAILED_TRIALS = 3,
    SWEEP_STOPPED = 85,
};

/*
 * Has every rank come so far?  When one has not, rank 0 prints the first
 * rank's error, once.  Collective over the world.
 */
bool sweep_agreed(int failed, const struct error *e);

/* Did all ranks, each by itself, read the same text of the experiment?
 * Collective over the world; rank 0 gets the error. */
int sweep_same_text(const struct experiment *x, struct error *e);

/* Do all ranks compute the same bits, of every trial?  Collective over the
 * world; rank 0 gets the error. */
int sweep_same_identity(const struct experiment *x, struct error *e);

/* Collective over the world.  The exit status; errors are printed.  Heeds
 * signals when signals_catch() was called. */
enum sweep_end sweep_run(const struct experiment *x,
                         const struct sweep_options *o);

#endif
