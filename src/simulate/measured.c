#include "config.h"

#include "simulate/measured.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "experiment/experiment.h"
#include "results/folder.h"
#include "results/index.h"
#include "store/result.h"

/* A field of the trial's configuration; 0: not given. */
static double field(const struct result *r, const char *name)
{
    struct str text = {0};
    const double value = config_value(r->config, name, &text)
                             ? strtod(str_text(&text), NULL)
                             : 0;

    str_release(&text);
    return value;
}

/* The share of its run that a trial was trained, as rungs count it. */
static double share_of(const struct result *r)
{
    const double steps = field(r, "train.steps");
    const double epochs = field(r, "train.epochs");
    const double share = fmax(steps > 0 ? (double)r->steps / steps : 0,
                              epochs > 0 ? r->epochs / epochs : 0);

    return share > 0 && share < 1 ? share : 1;
}

static bool better(const struct prospects *p, double x, double y)
{
    return isnan(y) || (p->maximize ? x > y : x < y);
}

/* The best so far at each evaluation. */
static void take_points(const struct prospects *p, const struct result *r,
                        int metric, double share, struct sample *s)
{
    double best = NAN;

    s->point = memory_new(((size_t)r->history.n + 1) * sizeof(*s->point));
    for (int i = 0; i < r->history.n; i++) {
        const struct history_row *row = &r->history.row[i];

        if (better(p, row->valid[metric], best))
            best = row->valid[metric];
        s->point[s->points++] = (struct point){
            .share = share * (double)row->step / (double)r->steps,
            .goal = best};
    }
}

static void add(struct prospects *p, const struct result *r, int metric)
{
    const double share = share_of(r);
    const bool early = facts_get(&r->facts, "ended_early") != NULL;
    struct sample s = {.seconds = r->seconds / share,
                       .ends = early ? 1 : share,
                       .fails = r->status == TRIAL_FAILED};

    if (r->steps <= 0)
        return; /* it never began */
    take_points(p, r, metric, share, &s);
    prospects_add(p, r->trial, &s);
}

static int add_files(struct prospects *p, const char *dir, int metric,
                     struct error *e)
{
    struct digest *trial;
    const long n = folder_results(dir, &trial);
    int failed = 0;

    for (long i = 0; i < n && !failed; i++) {
        struct str path = {0};
        struct result r = {0};

        folder_result_path(dir, trial[i], &path);
        failed = result_read(str_text(&path), &r, e);
        if (!failed)
            add(p, &r, metric);
        result_release(&r);
        str_release(&path);
    }
    free(trial);
    return failed;
}

static int add_lines(struct prospects *p, const char *dir, int metric,
                     struct error *e)
{
    struct index ix = {0};
    int failed = index_read(&ix, dir, e);

    for (long i = 0; i < ix.n && !failed; i++) {
        const struct indexed *said;
        struct str path = {0};
        struct result r = {0};

        if (index_find(&ix, dir, ix.entry[i].trial, &said, &path) ==
            RESULT_IN_JOURNAL)
            failed = index_brief(&ix, said, true, &r, e) < 0;
        if (!failed)
            add(p, &r, metric);
        result_release(&r);
        str_release(&path);
    }
    index_release(&ix);
    return failed ? -1 : 0;
}

int measured_add(struct prospects *p, const char *dir, int metric,
                 struct error *e)
{
    return add_files(p, dir, metric, e) || add_lines(p, dir, metric, e) ? -1
                                                                        : 0;
}
