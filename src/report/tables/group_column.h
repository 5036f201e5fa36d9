/*
 * group_column.h - a column of what groups of trials have to say of themselves.
 *
 * Threads: pure data.
 */
#ifndef REPORT_TABLES_GROUP_COLUMN_H
#define REPORT_TABLES_GROUP_COLUMN_H

#include "report/tables/table_internal.h"
#include "sweep/results/trial_columns.h"

enum run_part { PART_ALL, PART_MEAN, PART_SD, PART_MAX, PART_PUBLISHED };

struct group_kind; /* of group_columns.c */

struct group_column {
    const struct group_kind *kind;
    struct trial_column is; /* of a field, of numbers, of values */
    int field;              /* its place among those of the groups */
    enum run_part part;     /* of numbers */
    int at;                 /* in the grid, once its head is there */
    struct run_columns runs;
    int published; /* likewise */
};

#endif
