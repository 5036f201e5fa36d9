/*
 * group_numbers.h - a group's numbers in a column: mean, deviation, maximum.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_GROUP_NUMBERS_H
#define REPORT_TABLES_GROUP_NUMBERS_H

#include "report/tables/group_column.h"

/* ".mean" and so on; NULL for PART_ALL. */
extern const char *const run_part_names[];

/* Return the number that the column's part stands for, the mean for PART_ALL;
 * NaN if the group has none. */
double group_number(const struct table *t, const struct group_column *c,
                    const struct trial_group *g);

/* As group_column_head() and group_column_cell(). */
void group_numbers_head(const struct table *t, struct grid *grid,
                        struct group_column *c);
void group_numbers_cell(const struct table *t, struct grid *grid, int row,
                        const struct group_column *c,
                        const struct trial_group *g);

#endif
