#include "config.h"

#include "report/history/points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/history/metric_names.h"

void history_points_release(struct history_points *p)
{
    free(p->point);
    *p = (struct history_points){0};
}

static bool is_wanted(const struct history_view *v, const char *metric)
{
    for (int i = 0; i < v->metrics; i++)
        if (!strcmp(v->metric[i], metric))
            return true;
    return !v->metrics;
}

/* A row of a history, and where its points go. */
struct point_row {
    struct history_points *to;
    const struct history_view *view;
    long step;
    double epoch;
};

static void add(const struct point_row *at, const char *of, const char *name,
                double value)
{
    struct history_points *p = at->to;
    struct history_point x = {
        .step = at->step, .epoch = at->epoch, .value = value};

    snprintf(x.metric, sizeof(x.metric), "%s%s%s", of, *of ? "." : "", name);
    if (!is_wanted(at->view, x.metric))
        return;
    GROW(p->point, p->n, p->room);
    p->point[p->n++] = x;
}

static void add_inspected(const struct point_row *at,
                          const struct history_row *row)
{
    for (int q = 0; q < STATS_PARTS; q++) {
        const struct part_stats_summary *s = &row->inspected[q];
        const double value[] = {s->mean, s->spread, s->negative};

        if (isnan(s->mean) && isnan(s->spread) && isnan(s->negative))
            continue; /* its kind does not have this quantity */
        for (size_t i = 0; i < sizeof(value) / sizeof(*value); i++)
            add(at, stats_part_names[q], metrics_of_inspected[i], value[i]);
    }
}

/* True if any metric of valid is a number. */
static bool any_valid(const struct result *r)
{
    for (int i = 0; i < r->history.n; i++)
        for (int m = 0; m < r->metrics; m++)
            if (!isnan(r->history.row[i].valid[m]))
                return true;
    return false;
}

static bool any_test(const struct result *r)
{
    for (int m = 0; m < r->metrics; m++)
        if (!isnan(r->test[m]))
            return true;
    return false;
}

/* True if the trial's task has examples of a split: as the result's facts say
 * or, without these, if there are `numbers`.  A task without a split has NaN as
 * metrics; so can a task that has the split. */
static bool has_split(const struct result *r, enum split split, bool numbers)
{
    char *fact = memory_format("examples.%s", split_names[split]);
    const char *examples = facts_get(&r->facts, fact);

    free(fact);
    return examples ? strcmp(examples, "0") != 0 : numbers;
}

static void add_valid(const struct point_row *at, const struct history_row *row,
                      const struct result *r)
{
    for (int m = 0; m < r->metrics; m++)
        add(at, split_names[SPLIT_VALID], r->metric[m], row->valid[m]);
}

static void add_test(const struct point_row *at, const struct result *r)
{
    for (int m = 0; m < r->metrics; m++)
        add(at, split_names[SPLIT_TEST], r->metric[m], r->test[m]);
}

/* True if the trial was scored on test. */
static bool is_tested(const struct result *r)
{
    return r->status == TRIAL_FINISHED && r->best_step >= 0 &&
           has_split(r, SPLIT_TEST, any_test(r));
}

void history_points_add(struct history_points *p, const struct result *r,
                        const struct history_view *v)
{
    const bool valid = has_split(r, SPLIT_VALID, any_valid(r));
    bool test = is_tested(r);

    for (int i = 0; i < r->history.n; i++) {
        const struct history_row *row = &r->history.row[i];
        const struct point_row at = {p, v, row->step, row->epoch};

        add(&at, "", metrics_of_training[0], row->train_loss);
        add(&at, "", metrics_of_training[1], row->learning_rate);
        if (valid)
            add_valid(&at, row, r);
        if (r->history.inspected)
            add_inspected(&at, row);
        if (test && row->step == r->best_step) {
            add_test(&at, r);
            test = false;
        }
    }
    if (test)
        add_test(&(struct point_row){p, v, r->best_step, (double)NAN}, r);
}
