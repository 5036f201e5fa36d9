/*
 * running.h - learning curves of the trials that a sweep is training.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_RUNNING_H
#define REPORT_PLOT_RUNNING_H

#include "report/plot/page.h"
#include "sweep/folder/sweep_status.h"

/* Add a panel of the goal and one of the training loss for the first trials,
 * `most` at most; none if nothing was evaluated yet.  `s` is the state of the
 * sweep in the folder `dir`. */
int plot_running(const char *dir, const struct sweep_status *s, int most,
                 struct page *page, struct error *e);

#endif
