/*
 * sweep_options.h - a user's options for running a sweep, and how a sweep can
 * end.
 */
#ifndef SWEEP_COORDINATOR_SWEEP_OPTIONS_H
#define SWEEP_COORDINATOR_SWEEP_OPTIONS_H

#include <stdbool.h>

struct sweep_options {
    const char *dir;     /* results folder */
    bool must_exist;     /* resume: the folder has to exist */
    bool dry_run;        /* list the trials and stop */
    bool json;           /* dry_run: as one JSON object */
    bool dedicated;      /* --dedicated-coordinator */
    bool other_identity; /* resume under another identity or conduct */
    bool retry_failed;   /* run failed trials again */
    bool extend;         /* admit new trials to the folder's sweep */
    double hours;        /* --hours; 0: run.hours applies */
    long most_failures;  /* trials that may fail before the sweep stops; 0: any
                            number */
};

enum sweep_end {
    SWEEP_DONE = 0,
    SWEEP_ERROR = 1,
    SWEEP_FAILED_TRIALS = 3,
    SWEEP_HELD = 75, /* another living process holds the folder's lease */
    SWEEP_STOPPED = 85,
    SWEEP_OTHER_DATA, /* done, but the data have changed since; status 1 */
};

#endif
