/*
 * rescore.h - what a trial's metrics are means over, from its answers and the
 * data: for result files that lack it, or what is known of each unit.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_ANSWERS_RESCORE_H
#define REPORT_ANSWERS_RESCORE_H

#include "sweep/results/cached_task.h"
#include "sweep/results/results.h"

/*
 * The units of a split of a trial that has finished, to be released; n = 0 when
 * it has no answers.  They must give the metrics that the result has to the
 * last digit: else the data are others now, which is an error, as absent ones
 * are.
 */
int rescore_units(struct cached_task *kept, const struct results *s,
                  const struct results_row *row, enum split split,
                  struct units *u, struct error *e);

#endif
