/*
 * swept_columns.h - the swept fields as columns, and what trials have in them.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HISTORY_SWEPT_COLUMNS_H
#define REPORT_HISTORY_SWEPT_COLUMNS_H

#include "report/history/writer.h"
#include "sweep/results/results.h"

/* The fields of an experiment, before any trial. */
void swept_columns_begin(struct swept_columns *s, const struct experiment *x);
void swept_columns_release(struct swept_columns *s);

/* The values [swept] of a trial, as programs have them: NULL where it has no
 * such field.  And give them back. */
char **swept_columns_values(const struct swept_columns *s,
                            const struct results_row *row);
void swept_columns_values_free(const struct swept_columns *s, char **value);

/* Make the columns such that they have room for these. */
void swept_columns_fit(struct swept_columns *s, char *const *value);

#endif
