/* pivot_plan.c - the fields, metrics and aggregates of a pivot. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "config/field/field.h"
#include "report/tables/column_names.h"
#include "report/tables/pivot_internal.h"

/* --- names ---------------------------------------------------------------- */

/* Set the error "--rows: found 'x', expected a, b or c; did you mean 'b'?". */
static int unknown(const char *option, const char *name,
                   const struct name_list *known, bool list, struct error *e)
{
    const char *const *names = (const char *const *)known->name;
    struct str text = {0};

    if (list)
        names_list(names, known->n, &text);
    else
        str_adds(&text, "a field of the trials' configuration, such as "
                        "train.seed, or " FIELD_FOLDER);
    nearest_hint(name, names, known->n, &text);
    error_set(e, "--%s: found '%s', expected %s", option, name,
              known->n ? str_text(&text) : "none, as no trial has any");
    str_release(&text);
    return -1;
}

/* --- fields --------------------------------------------------------------- */

static bool any_has(const struct folder *folder, int n, const char *field)
{
    bool has = !strcmp(field, FIELD_FOLDER);

    for (int i = 0; i < n; i++)
        for (long r = 0; r < folder[i].s->n && !has; r++) {
            struct str value = {0};

            has = row_value(&folder[i].s->row[r].config, field, &value);
            str_release(&value);
        }
    return has;
}

static int check_fields(const struct name_list *l, const char *option,
                        const struct folder *folder, int n, struct error *e)
{
    struct name_list known = {0};
    int bad = 0;

    for (int i = 0; i < l->n && !bad; i++) {
        if (any_has(folder, n, l->name[i]))
            continue;
        for (int k = 0; k < n; k++)
            if (folder[k].s->n)
                row_fields_add(&known, &folder[k].s->row[0].config);
        bad = unknown(option, l->name[i], &known, false, e);
    }
    name_list_release(&known);
    return bad;
}

/* Choose the swept fields that are neither seeds nor columns. */
static void choose_rows(struct pivot_plan *p, const struct folder *folder,
                        int n)
{
    if (n > 1 && !name_list_has(&p->columns, FIELD_FOLDER))
        name_list_add(&p->rows, FIELD_FOLDER);
    for (int i = 0; i < n; i++) {
        const struct space *s = &folder[i].x->search.space;

        for (int k = 0; k < s->n; k++) {
            const char *name = s->parameter[k].name;

            if (!field_is_seed(name) && !name_list_has(&p->columns, name))
                name_list_add(&p->rows, name);
        }
    }
    if (!p->rows.n)
        name_list_add(&p->rows, FIELD_FOLDER);
}

static int plan_fields(struct pivot_plan *p, const struct folder *folder, int n,
                       const struct pivot_view *view, struct error *e)
{
    name_list_split(&p->columns, view->columns ? view->columns : "");
    name_list_split(&p->rows, view->rows ? view->rows : "");
    for (int i = 0; i < p->rows.n; i++)
        if (name_list_has(&p->columns, p->rows.name[i]))
            return error_set(e, "found field '%s' in --rows and in --columns",
                             p->rows.name[i]);
    if (check_fields(&p->rows, "rows", folder, n, e) ||
        check_fields(&p->columns, "columns", folder, n, e))
        return -1;
    if (!p->rows.n)
        choose_rows(p, folder, n);
    return 0;
}

/* --- metrics -------------------------------------------------------------- */

static void add_measure(struct pivot_plan *p, struct measure m)
{
    for (int i = 0; i < p->measures; i++)
        if (!strcmp(p->measure[i].name, m.name))
            return;
    GROW(p->measure, p->measures, p->measure_room);
    p->measure[p->measures++] = m;
}

static bool any_on_test(const struct measure *m, int n)
{
    for (int k = 0; k < n; k++)
        if (m[k].test)
            return true;
    return false;
}

/* Choose the metrics of all folders.  If any folder has metrics on test, only
 * these are taken, but from a folder without test its first, the goal, so that
 * its rows are not empty. */
static void choose_measures(struct pivot_plan *p, const struct folder *folder,
                            int n)
{
    struct measure m[MAX_MEASURES];
    bool test = false;

    for (int i = 0; i < n; i++)
        test |= any_on_test(m, measures_choose(folder[i].x, folder[i].s, m));
    for (int i = 0; i < n; i++) {
        const int found = measures_choose(folder[i].x, folder[i].s, m);
        const bool bare = !any_on_test(m, found);

        for (int k = 0; k < found; k++)
            if (m[k].test == test || (bare && k == 0))
                add_measure(p, m[k]);
    }
}

/* Add every metric that a result has, on both splits. */
static void known_measures(struct name_list *known, struct pivot_plan *all,
                           const struct folder *folder, int n)
{
    for (int i = 0; i < n; i++) {
        struct measure m[MAX_MEASURES];
        const int found = measures_all(folder[i].s, m);

        for (int k = 0; k < found; k++) {
            add_measure(all, m[k]);
            name_list_add(known, m[k].name);
        }
    }
}

static int find_measures(struct pivot_plan *p, const struct folder *folder,
                         int n, const char *text, struct error *e)
{
    struct name_list wanted = {0}, known = {0};
    struct pivot_plan all = {0};
    int bad = 0;

    name_list_split(&wanted, text);
    known_measures(&known, &all, folder, n);
    for (int i = 0; i < wanted.n && !bad; i++) {
        int k = 0;

        while (k < all.measures && strcmp(all.measure[k].name, wanted.name[i]))
            k++;
        if (k < all.measures)
            add_measure(p, all.measure[k]);
        else
            bad = unknown("value", wanted.name[i], &known, true, e);
    }
    free(all.measure);
    name_list_release(&wanted);
    name_list_release(&known);
    return bad;
}

/* --- aggregates ----------------------------------------------------------- */

static void add_shown(struct pivot_plan *p, const struct aggregate *a)
{
    GROW(p->show, p->shown, p->shown_room);
    p->show[p->shown++] = a;
}

/* Check that there is a mean if daggers are asked for: they follow it. */
static int check_daggers(const struct pivot_plan *p,
                         const struct pivot_view *view, struct error *e)
{
    bool any = !view->test;

    for (int i = 0; i < p->shown; i++)
        any |= aggregate_is_mean(p->show[i]);
    return any ? 0
               : error_set(e,
                           "found --daggers with --show %s, expected mean "
                           "among them: daggers stand behind it",
                           view->show);
}

static int plan_show(struct pivot_plan *p, const struct pivot_view *view,
                     bool data, struct error *e)
{
    struct name_list wanted = {0}, known = {0};
    int bad = 0;

    name_list_split(&wanted, view->show ? view->show : "");
    for (int i = 0; i < aggregates_n; i++) {
        name_list_add(&known, aggregates[i].name);
        if (!wanted.n && (data || aggregates[i].terse))
            add_shown(p, &aggregates[i]);
    }
    for (int i = 0; i < wanted.n && !bad; i++) {
        int k = 0;

        while (k < aggregates_n && strcmp(aggregates[k].name, wanted.name[i]))
            k++;
        if (k < aggregates_n)
            add_shown(p, &aggregates[k]);
        else
            bad = unknown("show", wanted.name[i], &known, true, e);
    }
    name_list_release(&wanted);
    name_list_release(&known);
    return bad;
}

/* --- the plan ------------------------------------------------------------- */

int pivot_plan_init(struct pivot_plan *p, const struct folder *folder, int n,
                    const struct pivot_view *view, struct error *e)
{
    *p = (struct pivot_plan){0};
    if (!view->values)
        choose_measures(p, folder, n);
    if (plan_fields(p, folder, n, view, e) ||
        (view->values && find_measures(p, folder, n, view->values, e)) ||
        plan_show(p, view, view->format && view->format->data, e) ||
        check_daggers(p, view, e)) {
        pivot_plan_release(p);
        return -1;
    }
    return 0;
}

void pivot_plan_release(struct pivot_plan *p)
{
    name_list_release(&p->rows);
    name_list_release(&p->columns);
    free(p->measure);
    free(p->show);
    *p = (struct pivot_plan){0};
}
