/*
 * options.h - what is asked of a simulation.
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef SWEEP_SIMULATE_OPTIONS_H
#define SWEEP_SIMULATE_OPTIONS_H

#include <stdbool.h>

#define MOST_WORKERS 1000000
#define MOST_SECONDS 1e9 /* of a trial, or a start */
#define MOST_SPREAD 100.0

struct simulate_options {
    const char *dir;        /* results folder, whose trials are measured */
    int n;                  /* sizes of fleets, */
    int *workers;           /* [n]; owned by whoever made it */
    double seconds, spread; /* of a trial, as struct trial_model has them; 0:
                               as measured */
    double faults;          /* hours between losses of a worker; 0: none */
    double deaths;          /* hours between deaths of the job; 0: none */
    double restart;         /* seconds that starting again takes */
    const char *gantt;      /* file of the picture as SVG; NULL: none */
    int columns;            /* of the terminal */
    bool json;              /* one object, without the picture */
};

/* Read "N", or "N,N,..."; false: it is neither. */
bool simulate_workers(const char *text, struct simulate_options *o);

/* Read "SECONDS", or "SECONDS:SPREAD"; false: it is neither. */
bool simulate_cost(const char *text, struct simulate_options *o);

/* Read "HOURS" between losses; false: it is none. */
bool simulate_faults(const char *text, struct simulate_options *o);

/* Read "HOURS", or "HOURS:SECONDS" with those of a start; false: it is neither.
 */
bool simulate_deaths(const char *text, struct simulate_options *o);

#endif
