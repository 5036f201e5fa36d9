/* table_internal.h - what the files around report_table() share. */
#ifndef REPORT_TABLES_TABLE_INTERNAL_H
#define REPORT_TABLES_TABLE_INTERNAL_H

#include "report/tables/folders.h"
#include "report/tables/table.h"

struct trial_column;

/* Everything a table is made from. */
struct table {
    const struct folder *folder; /* borrowed [folders] */
    int folders;                 /* several by a trait alone */
    const struct experiment *x;  /* of the first, as is the next */
    const struct results *s;
    struct groups groups;
    struct measure measure[MAX_MEASURES];
    int measures;
    bool hidden[MAX_MEASURES]; /* no column was asked for: it is not tested */
    const struct format_kind *format; /* borrowed */
    const char *against;              /* borrowed; NULL: the first rows */
    bool max;                         /* with a column for it */
    bool part;                        /* without the column on failures */
};

/* Columns of what runs came to: mean, deviation and maximum.  For people the
 * deviation stands behind the mean, and the maximum where it is wanted. */
struct run_columns {
    int mean, deviation, max; /* -1: none */
    int decimals;             /* for people */
};
struct run_columns run_columns(const struct table *t, struct grid *grid,
                               const char *name);
void run_cells(const struct table *t, struct grid *grid, int row,
               const struct run_columns *c, const double *value, int n);

/* The column of one such number for programs, who find it by its name: it is
 * there once, whatever was asked for. */
int run_column(struct grid *grid, const char *name, const char *part);

/* What says which group a row is of: its fields, or the experiment's name, from
 * a column on. */
void group_columns(const struct table *t, struct grid *grid);
void group_name(const struct table *t, struct grid *grid, int row, int column,
                const struct trial_group *g);

/* The published numbers that fit all trials of a group, for a measure and their
 * sources; several are joined, but numbers for programs.  Nothing is added when
 * there is none. */
void published_number(const struct table *t, const struct trial_group *g,
                      const struct measure *m, struct str *out);
void published_source(const struct table *t, const struct trial_group *g,
                      struct str *out);

/* Has any trial failed? */
bool table_any_failed(const struct table *t);

/* A row a group, or a trial, with the columns and in the order that the view
 * wants; a line below it where rows are left out. */
int table_of_groups(struct table *t, const struct table_view *view,
                    struct grid *grid, struct str *note, struct error *e);
int table_of_trials(struct table *t, const struct table_view *view,
                    struct grid *grid, struct str *note, struct error *e);

/* The column that rows are sorted by, as it was asked for or, of the first
 * rows, by the goal; NULL: they stand as they are.  To be freed. */
char *table_sort_name(const struct table *t, const struct table_view *view);

/* Is it a metric that is best when it is high? */
bool table_maximizes(const struct table *t, const struct trial_column *c);

/* How many of the rows the view wants, and a line where there are more. */
int table_top(const struct table_view *view, int rows);
void table_say_top(const struct table_view *view, const char *by, int rows,
                   struct str *out);

/* Find the columns that the view asks for, in turn, by add(), which returns the
 * whole name of what it has found; NULL: none.  Metrics without a column are
 * not tested then. */
int table_choose_columns(struct table *t, const struct table_view *view,
                         const char *(*add)(void *context, const char *name,
                                            struct error *e),
                         void *context, struct error *e);

/* Which of them stand in each part of a table that is folded, of so many first
 * ones that say which row it is. */
void table_chosen_keys(struct grid *grid, int leading);

/* A row a group and value of the trait that the view names; a line below it. */
int table_by_trait(const struct table *t, const struct table_view *view,
                   struct grid *grid, struct str *note, struct error *e);

/* A row a test of what is compared; lines below that say what was done. */
int table_of_tests(const struct table *t, struct grid *grid, struct str *notes,
                   struct error *e);

/* The lines below: what was scored, what is missing. */
void table_notes(const struct table *t, struct str *out);

/* And what differs, a line a hypothesis, and if `explained` what the tests are:
 * reads the units of the trials again, one by one. */
int table_differences(const struct table *t, bool explained, struct str *out,
                      struct error *e);

#endif
