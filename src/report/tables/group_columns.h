/*
 * group_columns.h - the columns of a table whose rows are groups of trials.
 *
 * `trial` lists the numbers of the group's trials, `n` counts those that have
 * finished, `source` is the source of published numbers, `note` is why trials
 * failed, `experiment` is the sweep's name.  A numeric column of trials
 * (results/trial_columns.h) becomes mean, deviation and maximum over finished
 * trials, and the published number; each of them alone is NAME.mean, NAME.sd,
 * NAME.max and NAME.published.  Any other column lists each of its values once.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_GROUP_COLUMNS_H
#define REPORT_TABLES_GROUP_COLUMNS_H

#include "report/tables/column_names.h"
#include "report/tables/group_column.h"
#include "report/tables/row_order.h"
#include "report/tables/table_internal.h"

/* The columns of a table. */
struct group_layout {
    const struct table *t;         /* borrowed, like the next */
    const struct table_view *view; /* what the table is to show */
    struct column_names names;
    int n, room;
    struct group_column *column; /* owned; their names are borrowed */
};

/* Begin without columns.  With `by_name` columns can be found by their
 * names. */
void group_layout_init(struct group_layout *g, const struct table *t,
                       const struct table_view *view, bool by_name);
void group_layout_release(struct group_layout *g);

/* Append a column, or the default ones. */
void group_layout_add(struct group_layout *g, struct group_column c);
void group_layout_usual(struct group_layout *g);

/* True if it has this column already. */
bool group_layout_has(const struct group_layout *g,
                      const struct group_column *c);

/* Find a column by a name as in column_names.h, or by one of the names
 * above. */
int group_column_find(const struct group_layout *g, const char *name,
                      struct group_column *c, struct error *e);

/* Return name number i of the columns that only groups have; NULL after the
 * last. */
const char *group_column_name(int i, const char **help);

/* True if the column tells which group a row is. */
bool group_column_is_key(const struct group_column *c);

/* True if a larger value in this column is better. */
bool group_column_maximizes(const struct table *t,
                            const struct group_column *c);

/* Add the column's head, which may be several columns of the grid; fill its
 * cells; return its key for sorting rows. */
void group_column_head(const struct table *t, struct grid *grid,
                       struct group_column *c);
void group_column_cell(const struct table *t, struct grid *grid, int row,
                       const struct group_column *c,
                       const struct trial_group *g);
struct row_key group_column_key(const struct table *t,
                                const struct group_column *c,
                                const struct trial_group *g);

#endif
