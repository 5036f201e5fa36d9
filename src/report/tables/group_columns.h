/*
 * group_columns.h - what a group of trials has to say of itself, a column each.
 *
 * `trial` is the numbers of its trials, `n` how many have finished, `source`
 * where published numbers are from, `note` why trials failed, `experiment` the
 * sweep's name.  Of a column of trials (results/trial_columns.h) that has
 * numbers a group has mean, deviation and maximum over those that finished, and
 * what was published; each of them alone is NAME.mean, NAME.sd, NAME.max and
 * NAME.published.  Of others it has each value once.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_GROUP_COLUMNS_H
#define REPORT_TABLES_GROUP_COLUMNS_H

#include "report/tables/column_names.h"
#include "report/tables/group_column.h"
#include "report/tables/row_order.h"
#include "report/tables/table_internal.h"

/* Those of a table. */
struct group_layout {
    const struct table *t;         /* borrowed, as the next */
    const struct table_view *view; /* what of it is wanted */
    struct column_names names;
    int n, room;
    struct group_column *column; /* owned; their names are borrowed */
};

/* None yet; `by_name`: some are to be found by their names. */
void group_layout_init(struct group_layout *g, const struct table *t,
                       const struct table_view *view, bool by_name);
void group_layout_release(struct group_layout *g);

/* Add one; or those that are shown where none are asked for. */
void group_layout_add(struct group_layout *g, struct group_column c);
void group_layout_usual(struct group_layout *g);

/* Is the same column there? */
bool group_layout_has(const struct group_layout *g,
                      const struct group_column *c);

/* By a name as in column_names.h, or one of those above. */
int group_column_find(const struct group_layout *g, const char *name,
                      struct group_column *c, struct error *e);

/* The names of those that groups alone have, in turn; NULL behind the last. */
const char *group_column_name(int i, const char **help);

/* Does it say which group it is? */
bool group_column_is_key(const struct group_column *c);

/* Are groups better that have more of it? */
bool group_column_maximizes(const struct table *t,
                            const struct group_column *c);

/* Its head, in one column of the grid or several; its cells; and by what rows
 * are sorted by it. */
void group_column_head(const struct table *t, struct grid *grid,
                       struct group_column *c);
void group_column_cell(const struct table *t, struct grid *grid, int row,
                       const struct group_column *c,
                       const struct trial_group *g);
struct row_key group_column_key(const struct table *t,
                                const struct group_column *c,
                                const struct trial_group *g);

#endif
