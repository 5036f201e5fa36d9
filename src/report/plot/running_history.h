/*
 * running_history.h - what was measured so far of trials that have no result
 * yet, as the events of a folder tell it.
 *
 * What is told twice, since a trial went on from an earlier state, counts as it
 * was told last.  A line that is torn, or no event, is stepped over: `codarun
 * verify` names it.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_RUNNING_HISTORY_H
#define REPORT_PLOT_RUNNING_HISTORY_H

#include "base/core/error.h"
#include "engine/store/result.h"

struct running_history {
    long trial;
    struct history history; /* owned; of valid[] the first alone: one metric */
};

/* Add what the events tell of n trials, of whose metrics `metric` ("map") is
 * wanted.  A folder without events adds nothing; -1: they cannot be read. */
int running_history_read(const char *dir, const char *metric,
                         struct running_history *of, int n, struct error *e);

void running_history_release(struct running_history *of, int n);

#endif
