/* table.c - the answer of a sweep: measured beside published. */
#include "config.h"

#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/table_parts.h"

/* The first result that has metrics knows their names. */
static const struct result *any_result(const struct results *s)
{
    for (long i = 0; i < s->n; i++)
        if (s->row[i].present && s->row[i].result.metrics)
            return &s->row[i].result;
    return NULL;
}

static bool any_value(const struct results *s, const struct measure *m)
{
    for (long i = 0; i < s->n; i++)
        if (s->row[i].present && !isnan(measure_value(m, &s->row[i].result)))
            return true;
    return false;
}

static bool any_on_test(const struct results *s, const struct result *r)
{
    bool any = false;

    for (int m = 0; m < r->metrics; m++)
        any |= any_value(s, &(struct measure){.metric = m, .test = true});
    return any;
}

static void add_measure(struct table *t, const struct result *r, int metric,
                        bool test)
{
    struct measure m = {.metric = metric, .test = test};

    snprintf(m.name, sizeof(m.name), "%s.%s", test ? "test" : "valid",
             r->metric[metric]);
    if (any_value(t->s, &m))
        t->measure[t->measures++] = m;
}

/* Does anything published give a metric of the validation data? */
static bool published_on_valid(const struct experiment *x, const char *metric)
{
    static const char valid[] = "valid.";
    const size_t n = strlen(valid);

    for (int i = 0; i < x->published_n; i++)
        for (int k = 0; k < x->published[i].metrics; k++) {
            const char *name = x->published[i].metric[k];

            if (!strncmp(name, valid, n) && !strcmp(name + n, metric))
                return true;
        }
    return false;
}

/* The goal on the validation data, and what is published for them, then every
 * metric on the test data; all on the validation data when there is no test. */
static void choose_measures(struct table *t)
{
    const struct result *r = any_result(t->s);
    const int goal = t->x->goal;

    if (!r)
        return;
    const bool test = any_on_test(t->s, r);

    if (goal >= 0 && goal < r->metrics)
        add_measure(t, r, goal, false);
    for (int m = 0; m < r->metrics; m++)
        if (m != goal && (!test || published_on_valid(t->x, r->metric[m])))
            add_measure(t, r, m, false);
    for (int m = 0; m < r->metrics; m++)
        add_measure(t, r, m, true);
}

/* The lines below the table. */
static int make_notes(const struct table *t, bool by, const struct str *more,
                      struct str *out, struct error *e)
{
    table_notes(t, out);
    str_adds(out, str_text(more));
    return by ? 0 : table_differences(t, out, e);
}

static int render(const struct table *t, const struct grid *grid,
                  const char *dir, const struct str *notes, struct str *out,
                  struct error *e)
{
    char *all = memory_format("codarun table %s", dir);
    const struct sheet sheet = {t->x->name, grid, all, str_text(notes)};
    const int failed = t->format->write(&sheet, out, e);

    free(all);
    return failed;
}

int report_results(const struct experiment *x, const struct results *s,
                   const char *dir, const struct table_view *view,
                   struct str *out, struct error *e)
{
    struct table t = {.x = x,
                      .s = s,
                      .format = view->format ? view->format : &format_text,
                      .max = view->max};
    struct grid grid = {.most = view->most};
    struct str note = {0}, notes = {0};
    int failed = 0;

    groups_init(&t.groups, x, s, view->by && view->trials);
    choose_measures(&t);
    if (search_draws(&x->search) && t.measures && !t.measure[0].test)
        groups_rank(&t.groups, &t.measure[0], x->search.maximize);
    if (view->by)
        failed = table_by_trait(&t, view, &grid, &note, e);
    else if (view->trials)
        table_of_trials(&t, &grid);
    else
        table_of_groups(&t, &grid);
    if (!failed && !t.format->alone)
        failed = make_notes(&t, view->by, &note, &notes, e);
    if (!failed)
        failed = render(&t, &grid, dir, &notes, out, e);
    str_release(&notes);
    str_release(&note);
    grid_release(&grid);
    groups_release(&t.groups);
    return failed;
}

int report_table(const char *dir, const struct table_view *view,
                 struct str *out, struct error *e)
{
    struct experiment x = {0};
    struct results s = {0};

    if (results_experiment(dir, &x, e))
        return -1;
    int failed = results_read(&s, dir, &x, e);
    if (!failed)
        failed = report_results(&x, &s, dir, view, out, e);
    results_release(&s);
    experiment_release(&x);
    return failed;
}
