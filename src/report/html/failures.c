/* failures.c - trials that failed, and why. */
#include "config.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "report/html/report_internal.h"
#include "sweep/results/trial_columns.h"

static void make_columns(const struct folder *f, struct grid *g)
{
    const struct space *space = &f->x->search.space;

    grid_column(g, true, "trial");
    g->keys = 1;
    for (int p = 0; p < space->n; p++)
        grid_column(g, false, "%s", space->parameter[p].name);
    grid_column(g, true, "steps");
    grid_column(g, false, "reason");
}

static void add_row(struct grid *g, const struct results_row *trial)
{
    const int row = grid_row(g);

    for (int c = 0; c < g->columns; c++) {
        const struct trial_column column = trial_column(g->column[c].head);
        struct str cell = {0};

        trial_text(&column, trial, false, &cell);
        grid_set(g, row, c, "%s", str_text(&cell));
        str_release(&cell);
    }
}

static void write_folder(struct html_report *r, const struct folder *f)
{
    struct grid g = {.most = TRIALS_SHOWN};
    char *all = memory_format("codarun table %s --trials", f->s->dir);

    make_columns(f, &g);
    for (long i = 0; i < f->s->n; i++)
        if (f->s->row[i].present && !results_row_finished(&f->s->row[i]))
            add_row(&g, &f->s->row[i]);
    if (g.rows)
        html_table(r, &g, all);
    else
        html_absent(r, "No trial has failed.");
    free(all);
    grid_release(&g);
}

const struct html_section html_failures = {
    .id = "failures",
    .title = "Failures",
    .write_folder = write_folder,
};
