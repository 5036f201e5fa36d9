/* table_rows.c - the rows of a table, by group or by trial. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/field_cell.h"
#include "report/statistics.h"
#include "report/table_parts.h"
#include "report/trial_cell.h"

#define NO_COLUMN (-1)
#define FAILED_MOST 2 /* trials whose failures a row tells people of */

/* Where the columns of a table of groups stand. */
struct layout {
    int trials; /* of a search, for people: their numbers, the first */
    int n;      /* "n" */
    struct run_columns runs[MAX_MEASURES];
    int published[MAX_MEASURES];
    int source, note;
};

static bool any_published(const struct table *t, const struct measure *m)
{
    struct str text = {0};

    for (int g = 0; g < t->groups.n; g++)
        if (m)
            published_number(t, &t->groups.group[g], m, &text);
        else
            published_source(t, &t->groups.group[g], &text);
    bool any = text.len > 0;
    str_release(&text);
    return any;
}

static bool any_failed(const struct table *t)
{
    for (long i = 0; i < t->s->n; i++)
        if (t->s->row[i].present && t->s->row[i].result.status == TRIAL_FAILED)
            return true;
    return false;
}

struct run_columns run_columns(const struct table *t, struct grid *grid,
                               const char *name)
{
    const bool data = t->format->data;
    struct run_columns c = {.deviation = NO_COLUMN, .max = NO_COLUMN};

    c.mean = grid_reals(grid, "%s%s", name, data ? ".mean" : "");
    if (data)
        c.deviation = grid_reals(grid, "%s.sd", name);
    if (data || t->max) {
        c.max =
            data ? grid_reals(grid, "%s.max", name) : grid_reals(grid, "max");
        grid->column[c.max].joined = true;
    }
    return c;
}

void run_cells(const struct table *t, struct grid *grid, int row,
               const struct run_columns *c, const double *value, int n)
{
    const double mean = mean_of(value, n), sd = deviation_of(value, n);

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
        grid_set(grid, row, c->mean, "%.2f \xc2\xb1 %.2f", shown(mean, 2), sd);
    else
        grid_set(grid, row, c->mean, "%.2f", shown(mean, 2));
    if (c->max != NO_COLUMN)
        grid_set(grid, row, c->max, "%.2f", max_of(value, n));
}

static void measure_columns(const struct table *t, struct grid *grid,
                            struct layout *l)
{
    const bool data = t->format->data;

    for (int m = 0; m < t->measures; m++) {
        const char *name = t->measure[m].name;
        l->runs[m] = run_columns(t, grid, name);
        if (!data)
            grid->column[l->runs[m].mean].better =
                groups_better(&t->groups, t->groups.fields, &t->measure[m]);
        l->published[m] = NO_COLUMN;
        if (!any_published(t, &t->measure[m]))
            continue;
        l->published[m] = data ? grid_reals(grid, "%s.published", name)
                               : grid_reals(grid, "published");
        grid->column[l->published[m]].joined = true;
    }
}

void group_columns(const struct table *t, struct grid *grid)
{
    if (t->groups.fields == 0)
        grid_column(grid, false, "experiment");
    for (int f = 0; f < t->groups.fields; f++)
        field_column(grid, t->groups.field[f]);
}

static struct layout make_columns(const struct table *t, struct grid *grid)
{
    struct layout l = {.source = NO_COLUMN, .note = NO_COLUMN};

    l.trials = search_draws(&t->x->search) && !t->format->data
                   ? grid_column(grid, true, "trial")
                   : NO_COLUMN;
    grid->short_keys = grid->columns;
    group_columns(t, grid);
    l.n = grid_column(grid, true, "n");
    grid->keys = grid->columns;
    measure_columns(t, grid, &l);
    if (any_published(t, NULL))
        l.source = grid_column(grid, false, "source");
    if (!t->part && any_failed(t))
        l.note = grid_column(grid, false, "note");
    return l;
}

void group_name(const struct table *t, struct grid *grid, int row, int column,
                const struct trial_group *g)
{
    if (t->groups.fields == 0)
        grid_set(grid, row, column, "%s", t->x->name);
    for (int f = 0; f < t->groups.fields; f++)
        field_cell(grid, row, column + f, g->value[f], t->format->data);
}

static void measure_cells(const struct table *t, struct grid *grid, int row,
                          const struct layout *l, const struct trial_group *g,
                          int m)
{
    double *value = memory_zeroed((size_t)g->n + 1, sizeof(*value));
    const int n = measure_group(&t->measure[m], g, value);
    struct str published = {0};

    run_cells(t, grid, row, &l->runs[m], value, n);
    if (l->published[m] != NO_COLUMN) {
        published_number(t, g, &t->measure[m], &published);
        grid_set(grid, row, l->published[m], "%s", str_text(&published));
    }
    str_release(&published);
    free(value);
}

static void add_failed(const struct member *m, struct str *out)
{
    const char *reason = m->row->result.reason;

    str_addf(out, "%strial %ld%s%s%s failed: %s", out->len ? "; " : "",
             m->row->number, *m->seeds ? " (" : "", m->seeds,
             *m->seeds ? ")" : "", reason ? reason : "no reason given");
}

/* All of a group's, for people the first and how many more there are. */
static void note_failed(const struct table *t, struct grid *grid, int row,
                        const struct layout *l, const struct trial_group *g)
{
    const int most = t->format->data ? g->n : FAILED_MOST;
    struct str note = {0};
    int n = 0;

    for (int m = 0; m < g->n; m++)
        if (g->member[m].row->present && !member_finished(&g->member[m]) &&
            n++ < most)
            add_failed(&g->member[m], &note);
    if (n > most)
        str_addf(&note, "; %d more failed", n - most);
    grid_set(grid, row, l->note, "%s", str_text(&note));
    str_release(&note);
}

/* The numbers that other commands take: "5", or "0 1 2". */
static void set_trials(struct grid *grid, int row, int column,
                       const struct trial_group *g)
{
    struct str text = {0};

    for (int m = 0; m < g->n; m++)
        str_addf(&text, "%s%ld", m ? " " : "", g->member[m].row->number);
    grid_set(grid, row, column, "%s", str_text(&text));
    str_release(&text);
}

static void group_row(const struct table *t, struct grid *grid,
                      const struct layout *l, const struct trial_group *g)
{
    const int row = grid_row(grid);
    struct str source = {0};

    group_name(t, grid, row, l->trials + 1, g);
    if (l->trials != NO_COLUMN)
        set_trials(grid, row, l->trials, g);
    grid_set(grid, row, l->n, "%d", group_finished(g));
    for (int m = 0; m < t->measures; m++)
        measure_cells(t, grid, row, l, g, m);
    if (l->source != NO_COLUMN) {
        published_source(t, g, &source);
        grid_set(grid, row, l->source, "%s", str_text(&source));
    }
    if (l->note != NO_COLUMN)
        note_failed(t, grid, row, l, g);
    str_release(&source);
}

void table_of_groups(const struct table *t, struct grid *grid)
{
    const struct layout l = make_columns(t, grid);

    for (int i = 0; i < t->groups.n; i++)
        group_row(t, grid, &l, &t->groups.group[i]);
}

static void trial_columns(const struct table *t, struct grid *grid)
{
    grid_column(grid, true, "trial");
    grid->short_keys = grid->columns;
    grid_column(grid, false, "status");
    for (int p = 0; p < t->x->search.space.n; p++)
        field_column(grid, t->x->search.space.parameter[p].name);
    grid->keys = grid->columns;
    grid_column(grid, true, "steps");
    grid_column(grid, true, "best_step");
    for (int m = 0; m < t->measures; m++)
        grid_reals(grid, "%s", t->measure[m].name);
    grid_column(grid, false, "params");
    if (t->format->data)
        grid_column(grid, false, "identity");
    if (any_failed(t))
        grid_column(grid, false, "reason");
}

void table_of_trials(const struct table *t, struct grid *grid)
{
    trial_columns(t, grid);
    for (long i = 0; i < t->s->n; i++) {
        const int row = grid_row(grid);

        for (int c = 0; c < grid->columns; c++) {
            struct str cell = {0};

            if (trial_cell(&t->s->row[i], grid->column[c].head, t->format->data,
                           &cell))
                grid_set(grid, row, c, "%s", str_text(&cell));
            str_release(&cell);
        }
    }
}
