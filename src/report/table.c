/* table.c - the answer of a sweep: measured beside published. */
#include "config.h"

#include "report/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/table_parts.h"

/* The rows that the view wants; its own lines below them. */
static int make_rows(const struct table *t, const struct table_view *view,
                     struct grid *grid, struct str *note, struct error *e)
{
    if (view->tests)
        return table_of_tests(t, grid, note, e);
    if (view->by)
        return table_by_trait(t, view, grid, note, e);
    if (view->trials)
        table_of_trials(t, grid);
    else
        table_of_groups(t, grid);
    return 0;
}

/* The lines below the table. */
static int make_notes(const struct table *t, const struct table_view *view,
                      const struct str *note, struct str *out, struct error *e)
{
    table_notes(t, out);
    str_adds(out, str_text(note));
    return view->by || view->tests ? 0 : table_differences(t, out, e);
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

    groups_init(&t.groups, x, s, view->by && view->trials);
    t.measures = measures_choose(x, s, t.measure);
    if (search_draws(&x->search) && t.measures && !t.measure[0].test)
        groups_rank(&t.groups, &t.measure[0], x->search.maximize);
    int failed = make_rows(&t, view, &grid, &note, e);

    if (!failed && !t.format->alone)
        failed = make_notes(&t, view, &note, &notes, e);
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
