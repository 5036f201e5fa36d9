#include "config.h"

#include "simulate/measured.h"

#include <math.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "experiment/namer.h"
#include "results/results.h"

/* The share of its run that a trial was trained, as rungs count it. */
static double share_of(const struct result *r, const struct train_config *c)
{
    const double steps = (double)c->steps, epochs = (double)c->epochs;
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

static void add(struct prospects *p, const struct result *r, int metric,
                double share)
{
    const bool early = facts_get(&r->facts, "ended_early") != NULL;
    struct sample s = {.seconds = r->seconds / share,
                       .ends = early ? 1 : share,
                       .fails = r->status == TRIAL_FAILED};

    if (r->steps <= 0)
        return; /* it never began */
    take_points(p, r, metric, share, &s);
    prospects_add(p, r->trial, &s);
}

/* A folder, as its trials are gone through. */
struct source {
    const char *dir;
    int metric;
    struct experiment x;
    struct namer *namer;
    struct index index;
};

static int add_trial(struct prospects *p, struct source *s, long number,
                     struct error *e)
{
    struct assignment a = experiment_assignment(&s->x, number);
    const struct trial_config *c = namer_bind(s->namer, &a, e);
    struct result r = {0};
    int found = c ? 0 : -1;

    if (c && names_find(&p->names, c->digest) < 0) /* it may equal another */
        found = results_load(&s->index, s->dir, c, &r, e);
    if (found > 0)
        add(p, &r, s->metric, share_of(&r, &c->train));
    result_release(&r);
    assignment_release(&s->x.search.space, &a);
    return found < 0 ? error_in(e, "trial %ld", number) : 0;
}

static int add_all(struct prospects *p, struct source *s, struct error *e)
{
    int failed = index_read(&s->index, s->dir, e);

    for (long i = 0; i < experiment_known(&s->x) && !failed; i++)
        failed = experiment_has(&s->x, i) && add_trial(p, s, i, e);
    return failed ? -1 : 0;
}

int measured_add(struct prospects *p, const char *dir, int metric,
                 struct error *e)
{
    struct source s = {.dir = dir, .metric = metric};
    char *yaml = memory_format("%s/experiment.yaml", dir);
    const bool empty = !file_exists(yaml);

    free(yaml);
    if (empty)
        return 0;
    if (results_experiment(dir, &s.x, e))
        return -1;
    s.namer = namer_new(&s.x);
    const int failed = add_all(p, &s, e);

    namer_free(s.namer);
    index_release(&s.index);
    experiment_release(&s.x);
    return failed;
}
