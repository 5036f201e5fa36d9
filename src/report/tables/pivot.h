/*
 * pivot.h - any fields to rows and columns, over the trials of one results
 * folder or of several.
 *
 * A row is a combination of values of the row fields, in the order of the first
 * trial that has it, a column one of the column fields; where trials are drawn
 * (search) numbers stand in their own order.  A cell is what the
 * finished trials with both have come to in a metric, whatever else they differ
 * in.  Fields are those of a configuration by their dotted names, swept or not,
 * `variant`, and `results`, the trial's folder.  Of a cell are shown, in the
 * order asked for:
 *
 *     mean, sd       mean and standard deviation (divisor n - 1); for people
 *                    the one behind the other where sd is next to mean
 *     low, high      95 % interval of the mean by Student's t
 *     median, min, max, count
 *     best           max, or min of a goal that is minimized, and of another
 *                    metric that its task wants low
 *     published      what was published of all trials of the cell, the first
 *                    that fits; these two stand only where there is any
 *     difference     mean minus published
 *
 * With a test each row is set against the first of its column, and the mean has
 * a dagger where p, corrected (Holm) for all of the table, is at most 0.05, two
 * where 0.01.  Metrics that are affine in one another are one hypothesis; what
 * is the same in all trials is none.  Trials are pairs where their seeds are
 * equal and all that is swept but the fields of the table.  A line says how
 * many cells were not tested, and another where published numbers are from.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_PIVOT_H
#define REPORT_TABLES_PIVOT_H

#include "report/format/format.h"
#include "report/tables/comparison.h"
#include "report/tables/folders.h"

/* What is wanted: lists with commas; NULL: chosen. */
struct pivot_view {
    const struct format_kind *format; /* NULL: text */
    const char *rows;    /* fields; all swept but seeds and columns, unless
                            given, behind `results` of several folders */
    const char *columns; /* fields; none unless given */
    const char *values;  /* metrics; unless given those of test, with the goal
                            on valid of folders without, or all of valid */
    const char *show;    /* mean,sd,published,difference unless given; all for
                            programs */
    const struct test_kind *test; /* NULL: no daggers */
    const struct selection *selection; /* as in struct table_view */
    bool spreadsheet;             /* as in struct table_view, like the next */
    int line;
};

/* Append the table of n folders.  What is damaged is left out, and trials that
 * have read other data are named, as the last lines say: 1; 0 where nothing is.
 * A field that no trial has, a metric or an aggregate that is none, is an error
 * that names those there are. */
int report_pivot(char *const *dir, int n, const struct pivot_view *view,
                 struct str *out, struct error *e);

/* The same of folders already read. */
int report_pivot_folders(const struct folder *folder, int n,
                         const struct pivot_view *view, struct str *out,
                         struct error *e);

#endif
