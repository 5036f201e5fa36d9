/*
 * running.h - learning curves of the trials that a sweep trains now.
 *
 * Threads: one at a time.
 */
#ifndef PLOT_RUNNING_H
#define PLOT_RUNNING_H

#include "plot/page.h"
#include "results/sight.h"

/* Add a panel of the goal and one of the training loss, of `most` trials at
 * most, the first ones; none where nothing was evaluated yet.  `s` is how the
 * sweep in the folder `dir` stands. */
int plot_running(const char *dir, const struct sight *s, int most,
                 struct page *page, struct error *e);

#endif
