/* measures.c - the metrics that a table shows. */
#include "config.h"

#include "report/tables/measures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/statistics/statistics.h"

int measure_place(const struct measure *m, const struct result *r)
{
    const char *name = m->name + strlen(m->test ? "test." : "valid.");

    if (m->metric < r->metrics && !strcmp(r->metric[m->metric], name))
        return m->metric;
    for (int k = 0; k < r->metrics; k++)
        if (!strcmp(r->metric[k], name))
            return k;
    return -1;
}

double measure_value(const struct measure *m, const struct result *r)
{
    const int k = measure_place(m, r);

    return k < 0 ? (double)NAN : m->test ? r->test[k] : r->valid[k];
}

/* Return "map" for "test.map". */
static const char *metric_of(const struct measure *m)
{
    return strchr(m->name, '.') + 1;
}

static bool is_goal(const struct measure *m, const struct experiment *x,
                    const struct task_kind *k)
{
    return k && x->goal >= 0 && x->goal < task_metrics(k)
               ? !strcmp(k->metrics[x->goal].name, metric_of(m))
               : m->metric == x->goal;
}

bool measure_maximizes(const struct measure *m, const struct experiment *x,
                       const struct results_row *row)
{
    const struct task_kind *k = row_task(&row->config);

    return is_goal(m, x, k) ? x->search.maximize
                            : !k || !task_metric_is_low(k, metric_of(m));
}

bool measure_better(double value, double than, bool maximize)
{
    if (isnan(value) || isnan(than))
        return !isnan(value);
    return maximize ? value > than : value < than;
}

const struct results_row *measure_best(const struct measure *m,
                                       const struct experiment *x,
                                       const struct results *s)
{
    const struct results_row *best = NULL;
    double of_best = (double)NAN;

    for (const struct results_row *row = s->row; row < s->row + s->n; row++) {
        if (!results_row_finished(row))
            continue;
        const double value = measure_value(m, &row->result);

        if (!best ||
            measure_better(value, of_best, measure_maximizes(m, x, row))) {
            best = row;
            of_best = value;
        }
    }
    return best;
}

/* Return the first result that has metrics, for their names. */
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

struct measure measure_of(const struct result *r, int metric, bool test)
{
    struct measure m = {.metric = metric, .test = test};

    snprintf(m.name, sizeof(m.name), "%s.%s", test ? "test" : "valid",
             r->metric[metric]);
    return m;
}

struct measure measure_named(const struct results *s, const char *name)
{
    const struct result *r = any_result(s);
    struct measure m = {.metric = MAX_METRICS, .test = *name == 't'};

    snprintf(m.name, sizeof(m.name), "%s", name);
    const int place = r ? measure_place(&m, r) : -1;

    m.metric = place < 0 ? m.metric : place;
    return m;
}

bool measure_goal(const struct experiment *x, const struct results *s,
                  struct measure *to)
{
    const struct result *r = any_result(s);

    if (!r || x->goal >= r->metrics)
        return false;
    *to = measure_of(r, x->goal, false);
    return true;
}

static bool any_on_test(const struct results *s, const struct result *r)
{
    bool any = false;

    for (int k = 0; k < r->metrics && !any; k++) {
        const struct measure m = measure_of(r, k, true);

        any = any_value(s, &m);
    }
    return any;
}

/* Append a measure if any trial has a value; returns the new number. */
static int take(const struct results *s, struct measure m,
                struct measure to[MAX_MEASURES], int n)
{
    if (any_value(s, &m))
        to[n++] = m;
    return n;
}

/* True if a metric is published for valid. */
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

int measures_choose(const struct experiment *x, const struct results *s,
                    struct measure to[MAX_MEASURES])
{
    const struct result *r = any_result(s);
    const int goal = x->goal;
    int n = 0;

    if (!r)
        return 0;
    const bool test = any_on_test(s, r);

    if (goal >= 0 && goal < r->metrics)
        n = take(s, measure_of(r, goal, false), to, n);
    for (int m = 0; m < r->metrics; m++)
        if (m != goal && (!test || published_on_valid(x, r->metric[m])))
            n = take(s, measure_of(r, m, false), to, n);
    for (int m = 0; m < r->metrics; m++)
        n = take(s, measure_of(r, m, true), to, n);
    return n;
}

int measures_all(const struct results *s, struct measure to[MAX_MEASURES])
{
    const struct result *r = any_result(s);
    int n = 0;

    for (int test = 0; test < 2 && r; test++)
        for (int m = 0; m < r->metrics; m++)
            to[n++] = measure_of(r, m, test);
    return n;
}

/* Store the values of finished trials, NaN if one has none; returns how
 * many. */
static long take_values(const struct measure *m, const struct results *const *s,
                        int n, double *to)
{
    long taken = 0;

    for (int i = 0; i < n; i++)
        for (long r = 0; r < s[i]->n; r++) {
            const struct results_row *row = &s[i]->row[r];

            if (results_row_finished(row))
                to[taken++] = measure_value(m, &row->result);
        }
    return taken;
}

/* Allocate room for the values of two measures. */
static double *values_room(const struct results *const *s, int n, double **more)
{
    size_t all = 1;

    for (int i = 0; i < n; i++)
        all += (size_t)s[i]->n;
    double *room = memory_new(2 * all * sizeof(*room));

    *more = room + all;
    return room;
}

static bool is_affine(const struct measure *one, const struct measure *other,
                      const struct results *const *s, int n)
{
    double *y, *x = values_room(s, n, &y);
    const long all = take_values(one, s, n, x);
    bool both = take_values(other, s, n, y) == all;
    int kept = 0;

    for (long i = 0; i < all && both; i++) {
        both = isnan(x[i]) == isnan(y[i]);
        x[kept] = x[i];
        y[kept] = y[i];
        kept += !isnan(x[i]);
    }
    both = both && affine(x, y, kept);
    free(x);
    return both;
}

/* True if it has the same value in all finished trials, of at least three. */
static bool is_constant(const struct measure *m, const struct results *const *s,
                        int n)
{
    double *unused, *x = values_room(s, n, &unused);
    const long all = take_values(m, s, n, x);
    bool same = all > 2;

    for (long i = 1; i < all && same; i++)
        same = x[i] == x[0];
    free(x);
    return same;
}

void measures_firsts(const struct measure *m, int n,
                     const struct results *const *s, int folders, int *first)
{
    for (int i = 0; i < n; i++) {
        int k = 0;

        if (first[i] < 0 || is_constant(&m[i], s, folders)) {
            first[i] = -1;
            continue;
        }
        while (k < i && (first[k] != k || !is_affine(&m[k], &m[i], s, folders)))
            k++;
        first[i] = k;
    }
}
