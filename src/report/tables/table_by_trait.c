/* table_by_trait.c - tables split by a trait of the units. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/task/task.h"
#include "report/tables/by_trait.h"
#include "report/tables/table_internal.h"

/* Indices of the columns. */
struct trait_columns {
    int n;        /* "n" */
    int from, to; /* the trait's values; one column for words, and in text */
    int units;    /* "questions" */
    struct run_columns runs[MAX_METRICS];
    int of[MAX_METRICS]; /* only for programs */
};

/* The table while it is made. */
struct by_table {
    const struct table *t;
    struct by_trait by;
    struct grid *grid;
    struct trait_columns at;
};

static bool is_data(const struct by_table *b)
{
    return b->t->format->data;
}

static void make_columns(struct by_table *b, enum split split)
{
    const struct by_trait *by = &b->by;
    struct trait_columns *l = &b->at;

    group_columns(b->t, b->grid);
    l->n = grid_column(b->grid, true, "n");
    if (is_data(b) && !by->words) {
        l->from = grid_column(b->grid, true, "%s.from", by->name);
        l->to = grid_column(b->grid, true, "%s.to", by->name);
    } else {
        l->from = l->to = grid_column(b->grid, !by->words, "%s", by->name);
    }
    l->units = grid_reals(b->grid, "%ss", by->unit);
    b->grid->keys = b->grid->columns;
    for (int m = 0; m < by->metrics; m++) {
        char *name = memory_format("%s.%s", split_names[split], by->metric[m]);

        l->runs[m] = run_columns(b->t, b->grid, name);
        if (is_data(b))
            l->of[m] = grid_reals(b->grid, "%s.of", name);
        free(name);
    }
}

static void name_cells(const struct by_table *b, int row,
                       const struct trial_group *g, const struct bin *bin)
{
    struct str name = {0};

    group_name(b->t, b->grid, row, 0, g);
    if (!bin)
        str_adds(&name, "all");
    else if (b->at.from == b->at.to)
        by_trait_bin_name(&b->by, *bin, &name);
    if (name.len) {
        grid_set(b->grid, row, b->at.from, "%s", str_text(&name));
    } else {
        grid_set(b->grid, row, b->at.from, "%d", (int)bin->from);
        grid_set(b->grid, row, b->at.to, "%d", (int)bin->to);
    }
    str_release(&name);
}

/* Set the cells of a metric, over the runs in which any unit counts for it. */
static void metric_cells(const struct by_table *b, int row, int m,
                         const struct trait_sum *sum, int n)
{
    double *value = memory_zeroed((size_t)n + 1, sizeof(*value)), of = 0;
    int runs = 0;

    for (int i = 0; i < n; i++) {
        const struct tally *t = &sum[i].tally[m];

        of += t->of / n;
        if (t->of > 0)
            value[runs++] = by_trait_metric(&b->by, &sum[i], m);
    }
    run_cells(b->t, b->grid, row, &b->at.runs[m], value, runs);
    if (is_data(b))
        grid_set(b->grid, row, b->at.of[m], "%.10g", of);
    free(value);
}

/* Add the row of a group's units in a bin, or of all if `bin` is NULL; no row
 * if there are no units. */
static void bin_row(struct by_table *b, const struct trial_group *g,
                    const struct bin *bin)
{
    struct trait_sum *sum = memory_zeroed((size_t)g->n + 1, sizeof(*sum));
    double units = 0;
    int n = 0, row;

    for (int i = 0; i < g->n; i++)
        if (group_member_finished(&g->member[i])) {
            const struct group_member *m = &g->member[i];
            const long trial = by_trait_place(&b->by, m->of, m->row);

            sum[n] = by_trait_sum(&b->by, trial, bin ? *bin : BIN_ALL);
            units += sum[n++].units;
        }
    if (units > 0) {
        row = grid_row(b->grid);
        name_cells(b, row, g, bin);
        grid_set(b->grid, row, b->at.n, "%d", n);
        grid_set(b->grid, row, b->at.units, "%.10g", units / n);
        for (int m = 0; m < b->by.metrics; m++)
            metric_cells(b, row, m, sum, n);
    }
    free(sum);
}

/* --- the note ------------------------------------------------------------- */

/* Return the task's description of its trait, NULL if it is not known. */
static const char *help_of(const struct table *t, const char *trait)
{
    const struct task_kind *k = t->s->n ? row_task(&t->s->row[0].config) : NULL;
    const char *help = NULL;

    for (int i = 0; k && i < task_traits(k); i++)
        if (!strcmp(k->traits[i].name, trait))
            help = k->traits[i].help;
    return help;
}

static void add_note(const struct by_table *b, struct str *out)
{
    const char *help = help_of(b->t, b->by.name);

    for (enum lack k = 0; k < LACKS; k++)
        if (b->by.again[k])
            str_addf(out,
                     "%ld trial%s: result files without %s, scored again with "
                     "the data, to the same digits\n",
                     b->by.again[k], b->by.again[k] == 1 ? "" : "s",
                     lack_names[k]);
    if (b->by.left)
        str_addf(out,
                 "%ld trial%s: result files without n-grams, and not the data "
                 "to score them again: what is a formula of them is left out\n",
                 b->by.left, b->by.left == 1 ? "" : "s");
    if (!help && b->by.words)
        return;
    str_adds(out, b->by.name);
    if (help)
        str_addf(out, ": %s", help);
    if (!b->by.words)
        str_addf(out, "%s in steps of %d (--width)", help ? ";" : ":",
                 (int)b->by.width);
    str_adds(out, "\n");
}

/* --- the table ------------------------------------------------------------ */

static enum split split_of(const struct table *t, const struct table_view *view)
{
    enum split split = SPLIT_VALID;

    for (int m = 0; m < t->measures; m++)
        if (t->measure[m].test)
            split = SPLIT_TEST;
    return view->split < 0 ? split : view->split;
}

int table_by_trait(const struct table *t, const struct table_view *view,
                   struct grid *grid, struct str *note, struct error *e)
{
    struct by_table b = {.t = t, .grid = grid};
    const enum split split = split_of(t, view);

    if (by_trait_read(&b.by, t->folder, t->folders, view->by, split,
                      view->width, e))
        return -1;
    make_columns(&b, split);
    for (int i = 0; i < t->groups.n; i++) {
        const struct trial_group *g = &t->groups.group[i];
        struct bin bin = BIN_BEFORE;

        while (by_trait_next(&b.by, &bin))
            bin_row(&b, g, &bin);
        if (!is_data(&b))
            bin_row(&b, g, NULL);
    }
    add_note(&b, note);
    by_trait_release(&b.by);
    return 0;
}
