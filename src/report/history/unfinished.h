/*
 * unfinished.h - how far a trial got that has no result: its last state.
 *
 * One that runs has it, as one that waits at a rung or was interrupted, from
 * its first checkpoint on.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HISTORY_UNFINISHED_H
#define REPORT_HISTORY_UNFINISHED_H

#include "sweep/results/results.h"

/* What was measured up to there, as a result without metrics of test, to be
 * released: 1, or 0: it has no state. */
int unfinished_read(const struct results *s, const struct results_row *row,
                    struct result *r, struct error *e);

#endif
