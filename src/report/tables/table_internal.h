/* table_internal.h - declarations shared by the files behind report_table(). */
#ifndef REPORT_TABLES_TABLE_INTERNAL_H
#define REPORT_TABLES_TABLE_INTERNAL_H

#include "report/tables/folders.h"
#include "report/tables/table.h"

struct trial_column;

/* The input of a table. */
struct table {
    const struct folder *folder; /* borrowed [folders] */
    int folders;                 /* more than one only by a trait */
    const struct experiment *x;  /* of the first folder, like the next */
    const struct results *s;
    struct groups groups;
    struct measure measure[MAX_MEASURES];
    int measures;
    bool hidden[MAX_MEASURES]; /* its column was not asked for, so it is not
                                  tested */
    const struct format_kind *format; /* borrowed */
    const char *against;              /* borrowed; NULL for the first row's
                                         value */
    bool max;                         /* with a column for the maximum */
    bool part;                        /* without the column on failures */
};

/* The columns for a group's values: mean, deviation and maximum.  For people
 * the deviation is in the same cell as the mean, and the maximum is
 * optional. */
struct run_columns {
    int mean, deviation, max; /* -1 if there is none */
    int decimals;             /* for people */
};
struct run_columns run_columns(const struct table *t, struct grid *grid,
                               const char *name);
void run_cells(const struct table *t, struct grid *grid, int row,
               const struct run_columns *c, const double *value, int n);

/* Return the column of one such number for programs, which find it by its name;
 * it is added only once, even if it was asked for twice. */
int run_column(struct grid *grid, const char *name, const char *part);

/* Add the columns that identify a group, its fields or the experiment's name,
 * and fill them from `column` on. */
void group_columns(const struct table *t, struct grid *grid);
void group_name(const struct table *t, struct grid *grid, int row, int column,
                const struct trial_group *g);

/* Append the published numbers that fit all trials of a group, for one measure,
 * and their sources.  For people several are joined; nothing is appended if
 * there is none. */
void published_number(const struct table *t, const struct trial_group *g,
                      const struct measure *m, struct str *out);
void published_source(const struct table *t, const struct trial_group *g,
                      struct str *out);

/* True if any trial has failed. */
bool table_any_failed(const struct table *t);

/* Make a table with a row for each group, or each trial, with the columns and
 * in the order of the view, and a note if rows are left out. */
int table_of_groups(struct table *t, const struct table_view *view,
                    struct grid *grid, struct str *note, struct error *e);
int table_of_trials(struct table *t, const struct table_view *view,
                    struct grid *grid, struct str *note, struct error *e);

/* Return the column by which rows are sorted: the one asked for or, if only the
 * first rows are shown, the goal; NULL if they are not sorted.  The caller
 * frees it. */
char *table_sort_name(const struct table *t, const struct table_view *view);

/* True for a metric whose high values are good. */
bool table_maximizes(const struct table *t, const struct trial_column *c);

/* Return how many rows the view shows; append a note if there are more. */
int table_top(const struct table_view *view, int rows);
void table_say_top(const struct table_view *view, const char *by, int rows,
                   struct str *out);

/* Look up the columns that the view asks for, in order. add() returns the whole
 * name of the column it has found, or NULL on an error.  Metrics without a
 * column are not tested then. */
int table_choose_columns(struct table *t, const struct table_view *view,
                         const char *(*add)(void *context, const char *name,
                                            struct error *e),
                         void *context, struct error *e);

/* When a wide table is split into parts, choose which of the `leading` first
 * columns, those that identify the row, are repeated in each part. */
void table_chosen_keys(struct grid *grid, int leading);

/* Make a table with a row for each group and value of the view's trait, and a
 * note below it. */
int table_by_trait(const struct table *t, const struct table_view *view,
                   struct grid *grid, struct str *note, struct error *e);

/* Make a table with a row for each test of a comparison, and notes that
 * describe the tests. */
int table_of_tests(const struct table *t, struct grid *grid, struct str *notes,
                   struct error *e);

/* Append the notes: what was scored, what is missing. */
void table_notes(const struct table *t, struct str *out);

/* Append the differences, one line for each hypothesis and, if `explained`, a
 * description of the tests.  Reads the units of the trials again, one by
 * one. */
int table_differences(const struct table *t, bool explained, struct str *out,
                      struct error *e);

#endif
