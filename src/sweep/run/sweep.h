/*
 * sweep.h - running an experiment over all ranks.
 *
 * Every rank trains; the coordinator is a thread of rank 0 that hands trials
 * to groups of ranks and sleeps in between.  Decisions are journalled; trial
 * files are the truth.  Killed at any instant, the same call goes on.
 */
#ifndef SWEEP_RUN_SWEEP_H
#define SWEEP_RUN_SWEEP_H

#include "sweep/experiment/experiment.h"
#include "sweep/folder/sweep_status.h"

struct sweep_options {
    const char *dir;     /* results folder */
    bool must_exist;     /* resume: the folder has to be there */
    bool dry_run;        /* list the trials and stop */
    bool json;           /* dry_run: as one JSON object */
    bool dedicated;      /* --dedicated-coordinator */
    bool other_identity; /* resume under another identity or conduct */
    bool retry_failed;   /* run failed trials again */
    bool extend;         /* admit new trials to the folder's sweep */
    double hours;        /* --hours; 0: as run.hours says */
    long most_failures;  /* trials that may fail before all stop; 0: any */
};

enum sweep_end {
    SWEEP_DONE = 0,
    SWEEP_ERROR = 1,
    SWEEP_FAILED_TRIALS = 3,
    SWEEP_HELD = 75, /* another process, who lives, has the folder's lease */
    SWEEP_STOPPED = 85,
    SWEEP_OTHER_DATA, /* done, and the data have changed since; status 1 */
};

/* Collective over the world.  The exit status, but for the last; errors are
 * printed.  Heeds signals when signals_catch() was called.  Rank 0's x is told
 * of what a search that learns proposes; and its `last`, zeroed before and
 * unless NULL, of how the sweep stood in the end, to be released: where trials
 * were left to run, and no other process has the folder. */
enum sweep_end sweep_run(struct experiment *x, const struct sweep_options *o,
                         struct sweep_status *last);

#endif
