#include "config.h"

#include "history/points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "history/metric_names.h"

void points_release(struct points *p)
{
    free(p->point);
    *p = (struct points){0};
}

static bool is_wanted(const struct history_view *v, const char *metric)
{
    for (int i = 0; i < v->metrics; i++)
        if (!strcmp(v->metric[i], metric))
            return true;
    return !v->metrics;
}

/* A row of a history, and who wants what of it. */
struct place {
    struct points *to;
    const struct history_view *view;
    long step;
    double epoch;
};

static void add(const struct place *at, const char *of, const char *name,
                double value)
{
    struct points *p = at->to;
    struct point x = {.step = at->step, .epoch = at->epoch, .value = value};

    snprintf(x.metric, sizeof(x.metric), "%s%s%s", of, *of ? "." : "", name);
    if (!is_wanted(at->view, x.metric))
        return;
    GROW(p->point, p->n, p->room);
    p->point[p->n++] = x;
}

static void add_inspected(const struct place *at, const struct history_row *row)
{
    for (int q = 0; q < PROBED; q++) {
        const struct probe_summary *s = &row->inspected[q];
        const double value[] = {s->mean, s->spread, s->negative};

        if (isnan(s->mean) && isnan(s->spread) && isnan(s->negative))
            continue; /* its kind has none of it */
        for (size_t i = 0; i < sizeof(value) / sizeof(*value); i++)
            add(at, probed_names[q], metrics_of_inspected[i], value[i]);
    }
}

/* Is there any number of valid?  Else there is no such split. */
static bool has_valid(const struct result *r)
{
    for (int i = 0; i < r->history.n; i++)
        for (int m = 0; m < r->metrics; m++)
            if (!isnan(r->history.row[i].valid[m]))
                return true;
    return false;
}

static void add_valid(const struct place *at, const struct history_row *row,
                      const struct result *r)
{
    for (int m = 0; m < r->metrics; m++)
        add(at, split_names[SPLIT_VALID], r->metric[m], row->valid[m]);
}

/* Those of test are NaN where there is no such split. */
static void add_test(const struct place *at, const struct result *r)
{
    for (int m = 0; m < r->metrics; m++)
        if (!isnan(r->test[m]))
            add(at, split_names[SPLIT_TEST], r->metric[m], r->test[m]);
}

void points_add(struct points *p, const struct result *r,
                const struct history_view *v)
{
    const bool valid = has_valid(r);
    bool tested = r->best_step < 0;

    for (int i = 0; i < r->history.n; i++) {
        const struct history_row *row = &r->history.row[i];
        const struct place at = {p, v, row->step, row->epoch};

        add(&at, "", metrics_of_training[0], row->train_loss);
        add(&at, "", metrics_of_training[1], row->learning_rate);
        if (valid)
            add_valid(&at, row, r);
        if (r->history.inspected)
            add_inspected(&at, row);
        if (!tested && row->step == r->best_step) {
            add_test(&at, r);
            tested = true;
        }
    }
    if (!tested)
        add_test(&(struct place){p, v, r->best_step, (double)NAN}, r);
}
