#include "config.h"

#include "sweep/simulate/measured_trials.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "sweep/experiment/namer.h"
#include "sweep/folder/folder.h"
#include "sweep/results/results.h"

/* The share of its run that a trial was trained for, as rungs count it. */
static double share_of(const struct result *r, const struct train_config *c)
{
    const double steps = (double)c->steps, epochs = (double)c->epochs;
    const double share = fmax(steps > 0 ? (double)r->steps / steps : 0,
                              epochs > 0 ? r->epochs / epochs : 0);

    return share > 0 && share < 1 ? share : 1;
}

static bool better(const struct trial_model *p, double x, double y)
{
    return isnan(y) || (p->maximize ? x > y : x < y);
}

void measured_trials_points(const struct trial_model *p,
                            const struct history *h, int metric, double share,
                            long steps, double born, struct sampled_trial *s)
{
    double best = NAN;
    bool own = !(born > 0);

    s->point = memory_new(((size_t)h->n + 1) * sizeof(*s->point));
    for (int i = 0; i < h->n; i++) {
        const double value = h->row[i].valid[metric];
        const double at = share * (double)h->row[i].step / (double)steps;

        if (own && better(p, value, best))
            best = value;
        own |= at >= born - 1e-9;
        s->point[s->points++] =
            (struct curve_point){.share = at, .goal = best, .value = value};
    }
}

static void add(struct trial_model *p, const struct result *r,
                const struct history *h, int metric, double share, double born)
{
    const bool early = facts_get(&r->facts, "ended_early") != NULL;
    struct sampled_trial s = {.seconds = r->seconds / share,
                              .ends = early ? 1 : share,
                              .fails = r->status == TRIAL_FAILED};

    measured_trials_points(p, h, metric, share, r->steps, born, &s);
    trial_model_add(p, r->trial, &s);
}

/* A folder whose trials are read. */
struct measured_folder {
    int metric;
    struct experiment x;
    struct namer *namer;
    struct results s;
};

static int add_trial(struct trial_model *p, struct measured_folder *from,
                     const struct results_row *row, struct error *e)
{
    struct assignment a =
        proposed_assignment(&from->s.ledger.proposed, row->number);
    const struct trial_config *c = namer_bind(from->namer, &a, e);
    struct history h = {0};
    const int failed = !c || results_history(&from->s, row, &h, e);

    if (!failed)
        add(p, &row->result, &h, from->metric,
            share_of(&row->result, &c->train), a.from ? a.share : 0);
    history_release(&h);
    assignment_release(&from->x.search.space, &a);
    return failed ? error_in(e, "trial %ld", row->number) : 0;
}

/* Add the trials that have trained a step; each once, even among equal ones or
 * when called again. */
static int add_all(struct trial_model *p, struct measured_folder *from,
                   struct error *e)
{
    int failed = 0;

    for (long i = 0; i < from->s.n && !failed; i++) {
        const struct results_row *row = &from->s.row[i];

        if (row->present && row->result.steps > 0 &&
            digest_map_find(&p->names, row->trial) < 0)
            failed = add_trial(p, from, row, e);
    }
    return failed;
}

int measured_trials_add(struct trial_model *p, const char *dir, int metric,
                        struct str *left_out, struct error *e)
{
    struct measured_folder from = {.metric = metric};
    char *yaml = folder_path(dir, FOLDER_YAML);
    const bool empty = !file_exists(yaml);
    int failed;

    free(yaml);
    if (empty)
        return 0;
    if (results_salvage(&from.s, &from.x, dir, e))
        return -1;
    from.namer = namer_new(&from.x);
    while ((failed = add_all(p, &from, e)) && results_salvage_more(&from.s))
        continue;
    results_left_out(&from.s, left_out);
    namer_free(from.namer);
    results_release(&from.s);
    experiment_release(&from.x);
    return failed;
}
