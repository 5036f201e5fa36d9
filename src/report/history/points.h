/*
 * points.h - what was measured in a trial, as single numbers by name.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_HISTORY_POINTS_H
#define REPORT_HISTORY_POINTS_H

#include "report/history/writer.h"
#include "sweep/results/results.h"

struct points {
    int n, room;
    struct point *point; /* owned */
};
void points_release(struct points *p);

/* Those that view->metric names of a result, by step: those of test stand at
 * its best step. */
void points_add(struct points *p, const struct result *r,
                const struct history_view *v);

#endif
