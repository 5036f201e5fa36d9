/*
 * trial_cell.h - what stands in a table of trials: one cell, by its column.
 *
 * Columns are trial, status, steps, best_step, valid.METRIC, test.METRIC,
 * params (the digest of the scored parameters), identity (what its bits were
 * made under), reason (why it failed), and any field by its dotted name.
 *
 * Threads: any.
 */
#ifndef REPORT_TRIAL_CELL_H
#define REPORT_TRIAL_CELL_H

#include "results/results.h"

/*
 * Append the cell of a trial; nothing where it has none.  `whole`: digests and
 * numbers at full length and texts without YAML's quotes, as in CSV.  False
 * when no trial of this experiment has such a column.
 */
bool trial_cell(const struct results_row *row, const char *column, bool whole,
                struct str *out);

#endif
