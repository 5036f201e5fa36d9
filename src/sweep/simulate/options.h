/* options.h - the options of a simulation. */
#ifndef SWEEP_SIMULATE_OPTIONS_H
#define SWEEP_SIMULATE_OPTIONS_H

#include <stdbool.h>

#define MOST_WORKERS 1000000
#define MOST_SECONDS 1e9 /* of a trial, or of a restart */
#define MOST_SPREAD 100.0

struct simulate_options {
    const char *dir;        /* results folder with measured trials */
    int n;                  /* number of fleets */
    int *workers;           /* [n] size of each; owned by its maker */
    double seconds, spread; /* of a trial, as in struct trial_model; 0: as
                               measured */
    double faults;          /* hours between losses of a worker; 0: none */
    double deaths;          /* hours between deaths of the job; 0: none */
    double restart;         /* seconds that a restart takes */
    const char *gantt;      /* file of the chart as SVG; NULL if none */
    int columns;            /* of the terminal */
    bool json;              /* one object, without the chart */
};

/* Read "N", or "N,N,..."; false if it is neither. */
bool simulate_workers(const char *text, struct simulate_options *o);

/* Read "SECONDS", or "SECONDS:SPREAD"; false if it is neither. */
bool simulate_cost(const char *text, struct simulate_options *o);

/* Read "HOURS" between losses; false if it is not. */
bool simulate_faults(const char *text, struct simulate_options *o);

/* Read "HOURS", or "HOURS:SECONDS" with the seconds of a restart; false if it
 * is neither. */
bool simulate_deaths(const char *text, struct simulate_options *o);

#endif
