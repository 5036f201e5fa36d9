/*
 * unfinished.h - the last state of a trial that has no result.
 *
 * A trial that is running, waiting at a rung or interrupted has one from its
 * first checkpoint on.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HISTORY_UNFINISHED_H
#define REPORT_HISTORY_UNFINISHED_H

#include "sweep/results/results.h"

/* Read what was measured up to the state as a result without metrics of test;
 * release it.  Returns 1, or 0 if there is no state. */
int unfinished_read(const struct results *s, const struct results_row *row,
                    struct result *r, struct error *e);

#endif
