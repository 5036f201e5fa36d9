/* pivot_internal.h - what the files around report_pivot() share. */
#ifndef REPORT_TABLES_PIVOT_INTERNAL_H
#define REPORT_TABLES_PIVOT_INTERNAL_H

#include "report/tables/aggregates.h"
#include "report/tables/name_list.h"
#include "report/tables/pivot.h"

/* What a table is of, from what was asked for. */
struct pivot_plan {
    struct name_list rows, columns;
    int measures, measure_room;
    struct measure *measure; /* owned */
    int shown, shown_room;
    const struct aggregate **show; /* owned */
};
int pivot_plan_init(struct pivot_plan *p, const struct folder *folder, int n,
                    const struct pivot_view *view, struct error *e);
void pivot_plan_release(struct pivot_plan *p);

/* Rows or columns. */
struct pivot_axis {
    int n, room;
    int *first; /* owned [n]: a group with its values */
    int *of;    /* owned [groups]: the place of each */
};

/* The table on its way. */
struct pivot {
    struct pivot_plan plan;
    bool spreadsheet;
    int line;
    const struct format_kind *format;
    struct groups groups; /* by rows' fields, then columns' */
    struct pivot_axis row, column;
    int *cell;      /* owned [rows x columns]: a group, or -1 */
    int *daggers;   /* owned [rows x columns x measures]; NULL: no test */
    int hypotheses; /* that were tested for them */
    int untested;   /* cells that none was of, and that have trials */
};

/* A cell's trials, or NULL. */
const struct trial_group *pivot_cell(const struct pivot *p, int row,
                                     int column);

/* Rows or columns of groups by their values [from, from + fields): in the order
 * of the first trial of each or, `sorted`, those of numbers by these. */
void pivot_axis_init(struct pivot_axis *a, const struct groups *g, int from,
                     int fields, bool sorted);
void pivot_axis_release(struct pivot_axis *a);

/* Lines on where published numbers that are shown are from. */
void pivot_say_published(const struct pivot *p, struct str *out);

/* Is aggregate i a mean with the next, its deviation, behind it? */
bool pivot_joins(const struct pivot *p, int i);

/* Set each row against the first. */
int pivot_daggers(struct pivot *p, const struct folder *folder, int n,
                  const struct test_kind *test, struct error *e);

/* Fill in the grid. */
void pivot_grid(const struct pivot *p, struct grid *g);

#endif
