/* table_groups.c - a table with a row for each group. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/tables/group_columns.h"
#include "report/tables/row_order.h"

/* --- columns -------------------------------------------------------------- */

static const char *add_chosen(void *layout, const char *name, struct error *e)
{
    struct group_layout *g = layout;
    struct group_column c;

    if (group_column_find(g, name, &c, e))
        return NULL;
    if (!group_layout_has(g, &c))
        group_layout_add(g, c);
    return c.is.name ? c.is.name : name;
}

static void heads(struct group_layout *g, struct grid *grid)
{
    int leading = 0, keys = 0;

    for (int c = 0; c < g->n; c++) {
        const bool key = leading == c && group_column_is_key(&g->column[c]);

        group_column_head(g->t, grid, &g->column[c]);
        leading += key;
        keys = key ? grid->columns : keys;
    }
    if (g->view->columns) {
        table_chosen_keys(grid, keys);
    } else {
        grid->keys = keys;
        grid->short_keys = !strcmp(grid->column[0].head, "trial");
    }
}

/* --- rows ----------------------------------------------------------------- */

static int sort_rows(const struct group_layout *g, const char *by, int *row,
                     struct error *e)
{
    const struct groups *groups = &g->t->groups;
    struct group_column c;

    if (group_column_find(g, by, &c, e))
        return error_in(e, "--sort");
    struct row_key *key = memory_new(((size_t)groups->n + 1) * sizeof(*key));

    for (int i = 0; i < groups->n; i++)
        key[i] = group_column_key(g->t, &c, &groups->group[i]);
    rows_order(key, groups->n,
               group_column_maximizes(g->t, &c) != g->view->reverse, row);
    free(key);
    return 0;
}

static void put_rows(const struct group_layout *g, struct grid *grid,
                     const int *order)
{
    for (int i = 0; i < table_top(g->view, g->t->groups.n); i++) {
        const int row = grid_row(grid);

        for (int c = 0; c < g->n; c++)
            group_column_cell(g->t, grid, row, &g->column[c],
                              &g->t->groups.group[order[i]]);
    }
}

int table_of_groups(struct table *t, const struct table_view *view,
                    struct grid *grid, struct str *note, struct error *e)
{
    const int n = t->groups.n;
    int *row = memory_new(((size_t)n + 1) * sizeof(*row)), bad = 0;
    char *by = table_sort_name(t, view);
    struct group_layout g;

    for (int i = 0; i < n; i++)
        row[i] = i;
    group_layout_init(&g, t, view, by || view->columns);
    if (view->columns)
        bad = table_choose_columns(t, view, add_chosen, &g, e);
    else
        group_layout_usual(&g);
    if (!bad && by)
        bad = sort_rows(&g, by, row, e);
    if (!bad) {
        heads(&g, grid);
        put_rows(&g, grid, row);
        table_say_top(view, by, n, note);
    }
    group_layout_release(&g);
    free(row);
    free(by);
    return bad;
}
