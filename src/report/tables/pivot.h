/*
 * pivot.h - tables with any fields as rows and columns, over the trials of one
 * or several results folders.
 *
 * A row is a combination of values of the row fields, a column one of the
 * column fields, both in the order of the first trial that has it; in a search
 * numbers are sorted.  A cell summarizes a metric over the finished trials with
 * both, whatever their other fields are.  Fields are those of a configuration
 * by their dotted names, swept or not, `variant`, and `results`, the trial's
 * folder.  A cell shows, in the order asked for:
 *
 *     mean, sd       mean and standard deviation (divisor n - 1); for people
 *                    in one cell if sd is next to mean
 *     low, high      95 % interval of the mean by Student's t
 *     median, min, max, count
 *     best           max, or min of a goal that is minimized or of another
 *                    metric for which its task prefers low values
 *     published      the number published for all trials of the cell, the
 *                    first that fits; this and the next are left out if there
 *                    is none
 *     difference     mean minus published
 *
 * With a test each row is compared with the first row in each column.  The mean
 * gets one dagger if p, corrected (Holm) over the whole table, is at most 0.05,
 * and two if it is at most 0.01.  Metrics that are affine functions of one
 * another count as one hypothesis; a metric that is equal in all trials is not
 * tested.  Two trials are a pair if they have equal seeds and agree in all
 * swept fields that are not fields of the table.  A line below gives the number
 * of cells that were not tested, another the sources of published numbers.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_PIVOT_H
#define REPORT_TABLES_PIVOT_H

#include "report/format/format.h"
#include "report/tables/comparison.h"
#include "report/tables/folders.h"

/* What the table is to show.  Lists have commas; NULL means the default. */
struct pivot_view {
    const struct format_kind *format; /* NULL means text */
    const char *rows;    /* fields; by default all that are swept, without
                            seeds and columns, after `results` if there are
                            several folders */
    const char *columns; /* fields; by default none */
    const char *values;  /* metrics; by default those of test, with the goal
                            on valid if folders have no test, or all of valid */
    const char *show;    /* by default mean,sd,published,difference; for
                            programs all */
    const struct test_kind *test; /* NULL for no daggers */
    const struct selection *selection; /* as in struct table_view */
    bool spreadsheet;             /* as in struct table_view, like `line` */
    int line;
};

/* Append the table of n folders.  Returns 1 if damaged files are left out or
 * trials have read other data, which the last lines name; else 0.  Errors: a
 * field that no trial has, an unknown metric or aggregate; the message lists
 * those there are. */
int report_pivot(char *const *dir, int n, const struct pivot_view *view,
                 struct str *out, struct error *e);

/* The same for folders already read. */
int report_pivot_folders(const struct folder *folder, int n,
                         const struct pivot_view *view, struct str *out,
                         struct error *e);

#endif
