/*
 * points.h - what was measured in a trial, as single numbers by name.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_HISTORY_POINTS_H
#define REPORT_HISTORY_POINTS_H

#include "report/history/writer.h"
#include "sweep/results/results.h"

struct history_points {
    int n, room;
    struct history_point *point; /* owned */
};
void history_points_release(struct history_points *p);

/* Those that view->metric names of a result, by step: those of test stand at
 * its best step. */
void history_points_add(struct history_points *p, const struct result *r,
                        const struct history_view *v);

#endif
