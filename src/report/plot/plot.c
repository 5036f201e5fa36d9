/* plot.c - kinds of pictures, and functions that they share. */
#include "config.h"

#include "report/plot/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "config/field/short_names.h"
#include "report/statistics/statistics.h"
#include "report/tables/best_trial.h"

#define KIND(name) extern const struct plot_kind plot_##name;
#include "report/plot/kinds.def"
#undef KIND

#define KIND(name) &plot_##name,
const struct plot_kind *const plot_kinds[] = {
#include "report/plot/kinds.def"
    NULL,
};
#undef KIND

const char *const plot_band_names[] = {"range", "deviation", NULL};

const struct plot_kind *plot_kind_find(const char *name, size_t n)
{
    for (int i = 0; plot_kinds[i]; i++)
        if (strlen(plot_kinds[i]->name) == n &&
            !memcmp(plot_kinds[i]->name, name, n))
            return plot_kinds[i];
    return NULL;
}

/* --- for the kinds -------------------------------------------------------- */

static const struct result *any_result(const struct folder *f, struct error *e)
{
    for (long i = 0; i < f->s->n; i++)
        if (results_row_finished(&f->s->row[i]) && f->s->row[i].result.metrics)
            return &f->s->row[i].result;
    error_set(e, "'%s': found no finished trial, expected one at least",
              f->s->dir);
    return NULL;
}

static bool any_value(const struct folder *f, const struct measure *m)
{
    for (long i = 0; i < f->s->n; i++)
        if (results_row_finished(&f->s->row[i]) &&
            !isnan(measure_value(m, &f->s->row[i].result)))
            return true;
    return false;
}

/* List the measures of a folder that have values, valid before test. */
static int list_measures(const struct folder *f, const struct result *r,
                         struct measure list[2 * MAX_METRICS])
{
    int n = 0;

    for (int i = 0; i < 2 * r->metrics; i++) {
        list[n] = measure_of(r, i % r->metrics, i >= r->metrics);
        n += any_value(f, &list[n]);
    }
    return n;
}

static int no_measure(const struct folder *f, const struct measure *list, int n,
                      const char *name, struct error *e)
{
    const char *known[2 * MAX_METRICS];
    struct str text = {0};

    for (int i = 0; i < n; i++)
        known[i] = list[i].name;
    names_list(known, n, &text);
    nearest_hint(name, known, n, &text);
    error_set(e, "'%s': found metric '%s', expected %s", f->s->dir, name,
              str_text(&text));
    str_release(&text);
    return -1;
}

int plot_measure(const struct folder *f, const struct plot_view *view, int i,
                 struct measure *m, struct error *e)
{
    struct measure list[2 * MAX_METRICS];
    const struct result *r = any_result(f, e);

    if (!r)
        return -1;
    const int n = list_measures(f, r, list);

    *m = measure_of(
        r, f->x->goal >= 0 && f->x->goal < r->metrics ? f->x->goal : 0, false);
    if (!view->metrics)
        return 0;
    for (int k = 0; k < n; k++)
        if (!strcmp(list[k].name, view->metric[i])) {
            *m = list[k];
            return 0;
        }
    return no_measure(f, list, n, view->metric[i], e);
}

int plot_measures(const struct plot_view *view)
{
    return view->metrics ? view->metrics : 1;
}

int plot_trials(const struct plot_view *view)
{
    return view->trials ? view->trials : 1;
}

long plot_trial_number(const struct plot_view *view, int i)
{
    return view->trials ? view->trial[i] : -1;
}

bool plot_has_test(const struct folder *f)
{
    struct error e;
    const struct result *r = any_result(f, &e);

    for (int k = 0; r && k < r->metrics; k++) {
        const struct measure m = measure_of(r, k, true);

        if (any_value(f, &m))
            return true;
    }
    return false;
}

struct plot_spread plot_spread(const double *x, int n, enum plot_band band)
{
    const double mean = mean_of(x, n);
    struct plot_spread s = {mean, mean, mean};

    for (int i = 0; i < n && band == BAND_RANGE; i++) {
        s.low = fmin(s.low, x[i]);
        s.high = fmax(s.high, x[i]);
    }
    if (band == BAND_DEVIATION && n > 1) {
        s.low = mean - deviation_of(x, n);
        s.high = mean + deviation_of(x, n);
    }
    return s;
}

bool plot_maximizes(const struct folder *f, const struct measure *m)
{
    return measure_maximizes(m, f->x, &f->s->row[0]);
}

double plot_value(const struct measure *m, const struct results_row *row)
{
    return results_row_finished(row) ? measure_value(m, &row->result)
                                     : (double)NAN;
}

void plot_note_failed(struct page *page, const char *kind, long n)
{
    if (n)
        page_note(page, "%s: %ld failed trial%s left out", kind, n,
                  n == 1 ? " is" : "s are");
}

const struct results_row *plot_trial(const struct folder *f, long trial,
                                     struct error *e)
{
    if (trial < 0)
        return best_trial_named(f->x, f->s, e);
    for (long i = 0; i < f->s->n; i++)
        if (f->s->row[i].number == trial && results_row_finished(&f->s->row[i]))
            return &f->s->row[i];
    if (!results_check_number(f->s, trial, e))
        error_set(e, "'%s': found no finished trial %ld", f->s->dir, trial);
    return NULL;
}

char *plot_field_name(const struct folder *f, int field)
{
    const struct space *s = &f->x->search.space;
    const char **name = memory_zeroed((size_t)s->n + 1, sizeof(*name));

    for (int p = 0; p < s->n; p++)
        name[p] = s->parameter[p].name;
    char *shorter = name_shorten(name, s->n, field);

    free(name);
    return shorter;
}
