/*
 * swept.h - the swept fields as columns, and what trials have in them.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HISTORY_SWEPT_H
#define REPORT_HISTORY_SWEPT_H

#include "report/history/writer.h"
#include "sweep/results/results.h"

/* The fields of an experiment, before any trial. */
void swept_begin(struct swept *s, const struct experiment *x);
void swept_release(struct swept *s);

/* The values [swept] of a trial, as programs have them: NULL where it has no
 * such field.  And give them back. */
char **swept_values(const struct swept *s, const struct results_row *row);
void swept_values_free(const struct swept *s, char **value);

/* Make the columns such that they have room for these. */
void swept_look(struct swept *s, char *const *value);

#endif
