/*
 * running_history.h - what was measured so far in trials without a result, read
 * from the events of a folder.
 *
 * A measurement that was repeated, since a trial was resumed from an earlier
 * state, counts as it was the last time.  A line that is incomplete or not an
 * event is skipped; `codarun verify` reports it.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_RUNNING_HISTORY_H
#define REPORT_PLOT_RUNNING_HISTORY_H

#include "base/core/error.h"
#include "engine/store/result.h"

struct running_history {
    long trial;
    struct history history; /* owned; only valid[0] is used: one metric */
};

/* Add the measurements in the events for n trials; `metric` ("map") is the
 * metric of valid to read.  A folder without events adds nothing.  Error: -1 if
 * they cannot be read. */
int running_history_read(const char *dir, const char *metric,
                         struct running_history *of, int n, struct error *e);

void running_history_release(struct running_history *of, int n);

#endif
