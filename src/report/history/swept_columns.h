/*
 * swept_columns.h - the swept fields as columns, and the trials' values in
 * them.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HISTORY_SWEPT_COLUMNS_H
#define REPORT_HISTORY_SWEPT_COLUMNS_H

#include "report/history/writer.h"
#include "sweep/results/results.h"

/* Begin with the fields of an experiment and no trial. */
void swept_columns_begin(struct swept_columns *s, const struct experiment *x);
void swept_columns_release(struct swept_columns *s);

/* Return the values [swept] of a trial, as programs get them, NULL for a field
 * that it does not have.  The second function frees them. */
char **swept_columns_values(const struct swept_columns *s,
                            const struct results_row *row);
void swept_columns_values_free(const struct swept_columns *s, char **value);

/* Widen or change the columns so that these values fit. */
void swept_columns_fit(struct swept_columns *s, char *const *value);

#endif
