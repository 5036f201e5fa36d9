/* pivot_internal.h - declarations shared by the files behind report_pivot(). */
#ifndef REPORT_TABLES_PIVOT_INTERNAL_H
#define REPORT_TABLES_PIVOT_INTERNAL_H

#include "report/tables/aggregates.h"
#include "report/tables/name_list.h"
#include "report/tables/pivot.h"

/* What the table shows, derived from the request. */
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

/* The rows, or the columns. */
struct pivot_axis {
    int n, room;
    int *first; /* owned [n]: one group with these values */
    int *of;    /* owned [groups]: the index of each group's row or column */
};

/* The table while it is made. */
struct pivot {
    struct pivot_plan plan;
    bool spreadsheet;
    int line;
    const struct format_kind *format;
    struct groups groups; /* by the rows' fields, then the columns' */
    struct pivot_axis row, column;
    int *cell;      /* owned [rows x columns]: index of a group, or -1 */
    int *daggers;   /* owned [rows x columns x measures]; NULL without a test */
    int hypotheses; /* hypotheses tested for the daggers */
    int untested;   /* cells that have trials but no test */
};

/* Return a cell's trials, or NULL. */
const struct trial_group *pivot_cell(const struct pivot *p, int row,
                                     int column);

/* Collect the rows or columns of groups by their values [from, from + fields),
 * in the order of the first trial of each; with `sorted` numbers are sorted. */
void pivot_axis_init(struct pivot_axis *a, const struct groups *g, int from,
                     int fields, bool sorted);
void pivot_axis_release(struct pivot_axis *a);

/* Append lines with the sources of the published numbers that are shown. */
void pivot_say_published(const struct pivot *p, struct str *out);

/* True if aggregate i is a mean and the next is its deviation, so both go into
 * one cell. */
bool pivot_joins(const struct pivot *p, int i);

/* Compare each row with the first and set the daggers. */
int pivot_daggers(struct pivot *p, const struct folder *folder, int n,
                  const struct test_kind *test, struct error *e);

/* Fill in the grid. */
void pivot_grid(const struct pivot *p, struct grid *g);

#endif
