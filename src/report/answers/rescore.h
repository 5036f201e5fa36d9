/*
 * rescore.h - scoring a trial's stored answers again with the data, for result
 * files that lack the units or the traits of their units.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_ANSWERS_RESCORE_H
#define REPORT_ANSWERS_RESCORE_H

#include "sweep/results/cached_task.h"
#include "sweep/results/results.h"

/*
 * Score a split of a finished trial; release the units. n = 0 if the result has
 * no answers.  Error: the data are missing, or have changed, which shows as
 * metrics that differ in any digit from those of the result.
 */
int rescore_units(struct cached_task *kept, const struct results *s,
                  const struct results_row *row, enum split split,
                  struct units *u, struct error *e);

#endif
