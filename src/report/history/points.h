/*
 * points.h - the measurements of a trial, as single numbers with names.
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

/* Add the measurements of a result that view->metric selects, sorted by step.
 * Those of test are at the step of the best checkpoint. */
void history_points_add(struct history_points *p, const struct result *r,
                        const struct history_view *v);

#endif
