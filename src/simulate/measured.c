#include "config.h"

#include "simulate/measured.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "results/folder.h"
#include "store/result.h"

/* The share of a run that a result is of: 1, unless it was ended early. */
static double share_of(const struct result *r)
{
    const char *early = facts_get(&r->facts, "ended_early");
    const double share = early ? strtod(early, NULL) : 1;

    return share > 0 && share <= 1 ? share : 1;
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

static int add(struct prospects *p, const char *dir, struct digest trial,
               int metric, struct error *e)
{
    struct str path = {0};
    struct result r = {0};

    folder_result_path(dir, trial, &path);
    const int failed = result_read(str_text(&path), &r, e);

    if (!failed) {
        const double share = share_of(&r);
        struct sample s = {.seconds = r.seconds / share,
                           .fails = r.status == TRIAL_FAILED};

        take_points(p, &r, metric, share, &s);
        prospects_add(p, trial, &s);
    }
    result_release(&r);
    str_release(&path);
    return failed;
}

int measured_add(struct prospects *p, const char *dir, int metric,
                 struct error *e)
{
    struct digest *trial;
    const long n = folder_results(dir, &trial);
    int failed = 0;

    for (long i = 0; i < n && !failed; i++)
        failed = add(p, dir, trial[i], metric, e);
    free(trial);
    return failed;
}
