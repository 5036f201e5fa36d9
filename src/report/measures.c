/* measures.c - which metrics a table shows. */
#include "config.h"

#include "report/measures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int measure_place(const struct measure *m, const struct result *r)
{
    const char *name = strchr(m->name, '.') + 1;

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

static struct measure measure_of(const struct result *r, int metric, bool test)
{
    struct measure m = {.metric = metric, .test = test};

    snprintf(m.name, sizeof(m.name), "%s.%s", test ? "test" : "valid",
             r->metric[metric]);
    return m;
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

/* How many there are with it: it is taken where any trial has a value. */
static int take(const struct results *s, struct measure m,
                struct measure to[MAX_MEASURES], int n)
{
    if (any_value(s, &m))
        to[n++] = m;
    return n;
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
