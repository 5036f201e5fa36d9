/* table_order.c - the order of a table's rows, and the columns asked for. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/tables/name_list.h"
#include "report/tables/table_internal.h"
#include "sweep/results/trial_columns.h"

/* --- rows ----------------------------------------------------------------- */

/* Return the goal on valid or, if no trial has it there, on test; NULL if no
 * result has its name.  The caller frees it. */
static char *goal_name(const struct table *t)
{
    struct measure goal;
    bool any = false;

    if (!measure_goal(t->x, t->s, &goal))
        return NULL;
    const struct trial_column c = trial_column(goal.name);

    for (long i = 0; i < t->s->n && !any; i++)
        any = !isnan(trial_number(&c, &t->s->row[i]));
    return any ? memory_string(goal.name)
               : memory_format("test%s", strchr(goal.name, '.'));
}

char *table_sort_name(const struct table *t, const struct table_view *view)
{
    return view->sort  ? memory_string(view->sort)
           : view->top ? goal_name(t)
                       : NULL;
}

bool table_maximizes(const struct table *t, const struct trial_column *c)
{
    if (!c->metric || !t->s->n)
        return false;
    const struct measure m = measure_named(t->s, c->name);

    return measure_maximizes(&m, t->x, &t->s->row[0]);
}

int table_top(const struct table_view *view, int rows)
{
    return view->top && view->top < rows ? view->top : rows;
}

void table_say_top(const struct table_view *view, const char *by, int rows,
                   struct str *out)
{
    const int top = table_top(view, rows);

    if (top == rows)
        return;
    str_addf(out, "rows: the first %d of %d", top, rows);
    if (by)
        str_addf(out, " by %s%s", by, view->reverse ? ", reversed" : "");
    str_adds(out, "\n");
}

/* --- columns asked for ---------------------------------------------------- */

static void show_measure(struct table *t, const char *name)
{
    for (int m = 0; m < t->measures; m++)
        t->hidden[m] &= strcmp(t->measure[m].name, name) != 0;
}

int table_choose_columns(struct table *t, const struct table_view *view,
                         const char *(*add)(void *context, const char *name,
                                            struct error *e),
                         void *context, struct error *e)
{
    struct name_list wanted = {0};
    bool found = true;

    name_list_split(&wanted, view->columns);
    if (!wanted.n)
        found = !error_set(e, "found '%s', expected names with commas between",
                           view->columns);
    for (int m = 0; m < t->measures; m++)
        t->hidden[m] = true;
    for (int i = 0; i < wanted.n && found; i++) {
        const char *name = add(context, wanted.name[i], e);

        found = name != NULL;
        if (found)
            show_measure(t, name);
    }
    name_list_release(&wanted);
    return found ? 0 : error_in(e, "--columns");
}

void table_chosen_keys(struct grid *grid, int leading)
{
    grid->keys = leading && leading < grid->columns ? leading : 1;
    grid->short_keys = 1;
}
