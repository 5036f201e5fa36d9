/* group_numbers.c - a group's numbers in a column: mean, deviation, maximum. */
#include "config.h"

#include "report/tables/group_numbers.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "report/statistics/statistics.h"

#define NO_COLUMN (-1)

const char *const run_part_names[] = {[PART_MEAN] = ".mean",
                                      [PART_SD] = ".sd",
                                      [PART_MAX] = ".max",
                                      [PART_PUBLISHED] = ".published"};

/* Store the numbers of the finished trials that have one; returns how many. */
static int numbers_of(const struct group_column *c, const struct trial_group *g,
                      double *value)
{
    int n = 0;

    for (int m = 0; m < g->n; m++) {
        const double x = group_member_finished(&g->member[m])
                             ? trial_number(&c->is, g->member[m].row)
                             : (double)NAN;

        if (!isnan(x))
            value[n++] = x;
    }
    return n;
}

static void published_of(const struct table *t, const struct group_column *c,
                         const struct trial_group *g, struct str *out)
{
    if (c->is.metric) {
        const struct measure m = measure_named(t->s, c->is.name);

        published_number(t, g, &m, out);
    }
}

double group_number(const struct table *t, const struct group_column *c,
                    const struct trial_group *g)
{
    double *value = memory_zeroed((size_t)g->n + 1, sizeof(*value));
    const int n = numbers_of(c, g, value);
    struct str published = {0};
    double x = (double)NAN;

    if (c->part == PART_PUBLISHED)
        published_of(t, c, g, &published);
    if (c->part == PART_PUBLISHED && published.len)
        x = strtod(published.s, NULL);
    else if (c->part == PART_SD && n > 1)
        x = deviation_of(value, n);
    else if (c->part == PART_MAX && n)
        x = max_of(value, n);
    else if (c->part < PART_SD && n)
        x = mean_of(value, n);
    str_release(&published);
    free(value);
    return x;
}

/* Return the decimals for a mean: whole numbers get one. */
static int decimals(const struct group_column *c)
{
    return c->is.type == TRIAL_INT ? 1 : c->is.decimals;
}

static bool any_published(const struct table *t, const struct group_column *c)
{
    struct str text = {0};

    for (int g = 0; g < t->groups.n; g++)
        published_of(t, c, &t->groups.group[g], &text);
    const bool any = text.len > 0;

    str_release(&text);
    return any;
}

static int better(const struct table *t, const struct group_column *c)
{
    if (!c->is.metric)
        return 0;
    const struct measure m = measure_named(t->s, c->is.name);

    return groups_better(&t->groups, t->groups.fields, &m);
}

void group_numbers_head(const struct table *t, struct grid *grid,
                        struct group_column *c)
{
    const bool data = t->format->data;

    c->published = NO_COLUMN;
    if (c->part != PART_ALL) {
        c->at = run_column(grid, c->is.name, run_part_names[c->part]);
        return;
    }
    c->runs = run_columns(t, grid, c->is.name);
    c->runs.decimals = decimals(c);
    if (!data)
        grid->column[c->runs.mean].better = better(t, c);
    if (!any_published(t, c))
        return;
    c->published = data ? run_column(grid, c->is.name, ".published")
                        : grid_reals(grid, "published");
    grid->column[c->published].joined = true;
}

static void all_cells(const struct table *t, struct grid *grid, int row,
                      const struct group_column *c, const struct trial_group *g)
{
    double *value = memory_zeroed((size_t)g->n + 1, sizeof(*value));
    const int n = numbers_of(c, g, value);
    struct str published = {0};

    run_cells(t, grid, row, &c->runs, value, n);
    if (c->published != NO_COLUMN) {
        published_of(t, c, g, &published);
        grid_set(grid, row, c->published, "%s", str_text(&published));
    }
    str_release(&published);
    free(value);
}

static void part_cell(const struct table *t, struct grid *grid, int row,
                      const struct group_column *c, const struct trial_group *g)
{
    const double x = group_number(t, c, g);

    if (isnan(x))
        return;
    if (t->format->data || c->part == PART_PUBLISHED)
        grid_set(grid, row, c->at, "%.10g", x);
    else
        grid_set(grid, row, c->at, "%.*f", decimals(c), shown(x, decimals(c)));
}

void group_numbers_cell(const struct table *t, struct grid *grid, int row,
                        const struct group_column *c,
                        const struct trial_group *g)
{
    if (c->part == PART_ALL)
        all_cells(t, grid, row, c, g);
    else
        part_cell(t, grid, row, c, g);
}
