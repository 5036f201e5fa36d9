/* table_parts.h - what the files around report_table() share. */
#ifndef REPORT_TABLE_PARTS_H
#define REPORT_TABLE_PARTS_H

#include "report/folders.h"
#include "report/table.h"

/* Everything a table is made from. */
struct table {
    const struct folder *folder; /* borrowed [folders] */
    int folders;                 /* several by a trait alone */
    const struct experiment *x;  /* of the first, as is the next */
    const struct results *s;
    struct groups groups;
    struct measure measure[MAX_MEASURES];
    int measures;
    const struct format_kind *format; /* borrowed */
    const char *against;              /* borrowed; NULL: the first rows */
    bool max;                         /* with a column for it */
    bool part;                        /* without the column on failures */
};

/* Columns of what runs came to: mean, deviation and maximum.  For people the
 * deviation stands behind the mean, and the maximum where it is wanted. */
struct run_columns {
    int mean, deviation, max; /* -1: none */
};
struct run_columns run_columns(const struct table *t, struct grid *grid,
                               const char *name);
void run_cells(const struct table *t, struct grid *grid, int row,
               const struct run_columns *c, const double *value, int n);

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

/* A row a group; a last column says why trials of it failed. */
void table_of_groups(const struct table *t, struct grid *grid);

/* A row a trial. */
void table_of_trials(const struct table *t, struct grid *grid);

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
