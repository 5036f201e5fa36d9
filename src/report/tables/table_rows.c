/* table_rows.c - parts of rows that all tables of groups share. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "report/statistics/statistics.h"
#include "report/tables/field_cell.h"
#include "report/tables/table_internal.h"

#define NO_COLUMN (-1)

bool table_any_failed(const struct table *t)
{
    for (long i = 0; i < t->s->n; i++)
        if (t->s->row[i].present && t->s->row[i].result.status == TRIAL_FAILED)
            return true;
    return false;
}

int run_column(struct grid *grid, const char *name, const char *part)
{
    char *head = memory_format("%s%s", name, part);
    const int there = grid_find(grid, head);
    const int at = there < 0 ? grid_reals(grid, "%s", head) : there;

    free(head);
    return at;
}

struct run_columns run_columns(const struct table *t, struct grid *grid,
                               const char *name)
{
    const bool data = t->format->data;
    struct run_columns c = {
        .deviation = NO_COLUMN, .max = NO_COLUMN, .decimals = 2};

    c.mean =
        data ? run_column(grid, name, ".mean") : grid_reals(grid, "%s", name);
    if (data)
        c.deviation = run_column(grid, name, ".sd");
    if (data || t->max) {
        c.max = data ? run_column(grid, name, ".max") : grid_reals(grid, "max");
        grid->column[c.max].joined = true;
    }
    return c;
}

void run_cells(const struct table *t, struct grid *grid, int row,
               const struct run_columns *c, const double *value, int n)
{
    const double mean = mean_of(value, n), sd = deviation_of(value, n);
    const int d = c->decimals;

    if (n == 0)
        return;
    if (t->format->data) {
        grid_set(grid, row, c->mean, "%.10g", mean);
        if (n > 1)
            grid_set(grid, row, c->deviation, "%.10g", sd);
        grid_set(grid, row, c->max, "%.10g", max_of(value, n));
        return;
    }
    if (n > 1)
        grid_set(grid, row, c->mean, "%.*f \xc2\xb1 %.*f", d, shown(mean, d), d,
                 sd);
    else
        grid_set(grid, row, c->mean, "%.*f", d, shown(mean, d));
    if (c->max != NO_COLUMN)
        grid_set(grid, row, c->max, "%.*f", d, max_of(value, n));
}

void group_columns(const struct table *t, struct grid *grid)
{
    if (t->groups.fields == 0)
        grid_column(grid, false, "experiment");
    for (int f = 0; f < t->groups.fields; f++)
        field_column(grid, t->groups.field[f]);
}

void group_name(const struct table *t, struct grid *grid, int row, int column,
                const struct trial_group *g)
{
    if (t->groups.fields == 0)
        grid_set(grid, row, column, "%s", t->x->name);
    for (int f = 0; f < t->groups.fields; f++)
        field_cell(grid, row, column + f, g->value[f], t->format->data);
}
