/* pivot_grid.c - the cells of a pivot as texts. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/statistics/statistics.h"
#include "report/tables/field_cell.h"
#include "report/tables/pivot_internal.h"

/* A column of the grid. */
struct pivot_grid_column {
    int column, measure, show;
    bool deviation; /* the next aggregate is in the same cell */
};

static double value_of(const struct pivot *p, int row,
                       const struct pivot_grid_column *at,
                       const struct aggregate *a)
{
    const struct trial_group *g = pivot_cell(p, row, at->column);

    if (!g)
        return (double)NAN;
    double *of = memory_zeroed((size_t)g->n + 1, sizeof(*of));
    const struct sample s = {
        .group = g,
        .measure = &p->plan.measure[at->measure],
        .value = of,
        .n = measure_group(&p->plan.measure[at->measure], g, of),
        .maximize = measure_maximizes(&p->plan.measure[at->measure],
                                      g->member[0].x, g->member[0].row)};
    const double value = a->of(&s);

    free(of);
    return value;
}

static bool any_value(const struct pivot *p, const struct pivot_grid_column *at)
{
    for (int r = 0; r < p->row.n; r++)
        if (!isnan(value_of(p, r, at, p->plan.show[at->show])))
            return true;
    return false;
}

/* --- heads ---------------------------------------------------------------- */

static void add_part(struct str *head, const char *part, bool data)
{
    str_addf(head, "%s%s", head->len ? data ? "." : " " : "", part);
}

/* Append the values of a column.  For programs, if there are several fields,
 * each value is preceded by its field, as values can contain dots, too. */
static void add_values(const struct pivot *p, int column, struct str *head)
{
    const struct groups *g = &p->groups;
    const struct trial_group *first = &g->group[p->column.first[column]];
    const bool data = p->format->data, named = data && p->plan.columns.n > 1;

    for (int f = p->plan.rows.n; f < g->fields; f++) {
        struct str part = {0};

        if (named)
            str_addf(&part, "%s=", g->field[f]);
        shown_value(g->field[f], first->value[f], data, &part);
        add_part(head, str_text(&part), data);
        str_release(&part);
    }
}

/* Set a column's head.  For people it has only what distinguishes columns. */
static void add_head(const struct pivot *p, struct grid *g,
                     const struct pivot_grid_column *at)
{
    const struct aggregate *a = p->plan.show[at->show];
    const bool data = p->format->data;
    struct str head = {0};

    add_values(p, at->column, &head);
    const size_t over = head.len;

    if (data || !head.len || p->plan.measures > 1)
        add_part(&head, p->plan.measure[at->measure].name, data);
    if (data || !aggregate_is_mean(a))
        add_part(&head, a->name, data);
    const int column = a->whole ? grid_column(g, true, "%s", str_text(&head))
                                : grid_reals(g, "%s", str_text(&head));

    if (aggregate_is_mean(a))
        g->column[column].better = groups_better(&p->groups, p->plan.rows.n,
                                                 &p->plan.measure[at->measure]);
    g->column[column].over = (int)over;
    g->column[column].joined = at->show > 0;
    str_release(&head);
}

bool pivot_joins(const struct pivot *p, int i)
{
    return !p->format->data && i + 1 < p->plan.shown &&
           aggregate_is_mean(p->plan.show[i]) &&
           aggregate_is_deviation(p->plan.show[i + 1]);
}

/* Make the grid's columns after the keys; returns how many. */
static int make_columns(const struct pivot *p, struct grid *g,
                        struct pivot_grid_column **places)
{
    const struct pivot_plan *plan = &p->plan;
    int n = 0, room = 0;

    for (int c = 0; c < p->column.n; c++)
        for (int m = 0; m < plan->measures; m++)
            for (int i = 0; i < plan->shown; i++) {
                struct pivot_grid_column at = {c, m, i, false};

                if (plan->show[i]->rare && !any_value(p, &at))
                    continue;
                at.deviation = pivot_joins(p, i);
                GROW(*places, n, room);
                (*places)[n++] = at;
                add_head(p, g, &at);
                i += at.deviation;
            }
    return n;
}

/* --- cells ---------------------------------------------------------------- */

static const char *daggers_of(const struct pivot *p, int row,
                              const struct pivot_grid_column *at)
{
    static const char *const mark[] = {"", "\xe2\x80\xa0", "\xe2\x80\xa1"};
    const int cell = row * p->column.n + at->column;

    if (!p->daggers || !aggregate_is_mean(p->plan.show[at->show]))
        return "";
    return mark[p->daggers[cell * p->plan.measures + at->measure]];
}

static void put_cell(const struct pivot *p, struct grid *g, int row, int column,
                     const struct pivot_grid_column *at)
{
    const struct aggregate *a = p->plan.show[at->show];
    const double value = value_of(p, row, at, a);
    struct str text = {0};

    if (isnan(value))
        return;
    str_addf(&text,
             a->whole                        ? "%.0f"
             : p->format->data               ? "%.10g"
             : strcmp(a->name, "difference") ? "%.2f"
                                             : "%+.2f",
             p->format->data ? value : shown(value, 2));
    if (at->deviation) {
        const double sd = value_of(p, row, at, p->plan.show[at->show + 1]);

        if (!isnan(sd))
            str_addf(&text, " \xc2\xb1 %.2f", sd);
    }
    str_adds(&text, daggers_of(p, row, at));
    grid_set(g, row, column, "%s", str_text(&text));
    str_release(&text);
}

void pivot_grid(const struct pivot *p, struct grid *g)
{
    struct pivot_grid_column *places = NULL;

    for (int f = 0; f < p->plan.rows.n; f++)
        field_column(g, p->plan.rows.name[f]);
    g->keys = g->columns;
    const int n = make_columns(p, g, &places);

    for (int r = 0; r < p->row.n; r++) {
        const int row = grid_row(g);

        for (int f = 0; f < g->keys; f++)
            field_cell(g, row, f, p->groups.group[p->row.first[r]].value[f],
                       p->format->data);
        for (int k = 0; k < n; k++)
            put_cell(p, g, row, g->keys + k, &places[k]);
    }
    free(places);
}
