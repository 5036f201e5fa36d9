/*
 * group_column.h - one column of a table whose rows are groups of trials.
 *
 * Threads: pure data.
 */
#ifndef REPORT_TABLES_GROUP_COLUMN_H
#define REPORT_TABLES_GROUP_COLUMN_H

#include "report/tables/table_internal.h"
#include "sweep/results/trial_columns.h"

enum run_part { PART_ALL, PART_MEAN, PART_SD, PART_MAX, PART_PUBLISHED };

struct group_kind; /* defined in group_columns.c */

struct group_column {
    const struct group_kind *kind;
    struct trial_column is; /* for fields, numbers and texts of trials */
    int field;              /* its index among the groups' fields */
    enum run_part part;     /* of numbers */
    int at;                 /* its index in the grid, set with its head */
    struct run_columns runs;
    int published; /* index in the grid, as above */
};

#endif
