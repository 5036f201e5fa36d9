/*
 * progress.h - the line that says how far a sweep is.
 *
 * Time left comes from the work done since this program began, a trial in
 * hand counting by its steps; what a resumed trial had behind it does not
 * count as done now.
 *
 * Threads: the coordinator's.
 */
#ifndef RUN_PROGRESS_H
#define RUN_PROGRESS_H

#include "experiment/experiment.h"
#include "search/study.h"

/* How far a group of ranks is with its trial. */
struct seat {
    double share;  /* of its steps done, 0 to 1 */
    double before; /* the share at the first report: not done by us */
    bool reported;
};

struct progress {
    double begun;     /* clock */
    double finished;  /* trials' worth of work done since */
    const char *goal; /* name of the metric; borrowed from the registry */
};

void progress_begin(struct progress *p, const struct experiment *x);

/* Show the line; `now` forces it out in a batch log. */
void progress_show(const struct progress *p, const struct study *s,
                   const struct seat *seat, int seats, bool now);

/* "3 min", "2 h 05 min"; for the log. */
void progress_time(double seconds, char out[32]);

#endif
