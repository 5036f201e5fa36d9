/* rungs.c - how many trials reached each rung, and were ended there. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/html/report_internal.h"
#include "report/tables/measures.h"
#include "sweep/scheduler/scheduler.h"

#define SAME 1e-9 /* fractions of a run that differ by less are the same rung \
                   */

struct rung {
    double share;                   /* fraction of a run */
    long came, ended;               /* numbers of finished trials */
    const struct results_row *best; /* of those that ended here; NULL if none
                                       did */
    double value;                   /* its goal */
};

struct rungs {
    int n, room;
    struct rung *rung; /* owned [n], sorted by share */
};

static int by_share(const void *a, const void *b)
{
    const struct rung *x = a, *y = b;

    return (x->share > y->share) - (x->share < y->share);
}

static struct rung *rung_at(struct rungs *s, double share)
{
    for (int i = 0; i < s->n; i++)
        if (fabs(s->rung[i].share - share) < SAME)
            return &s->rung[i];
    GROW(s->rung, s->n, s->room);
    s->rung[s->n] = (struct rung){.share = share};
    return &s->rung[s->n++];
}

/* Return the fraction of its run at which a trial was ended early; infinity if
 * it was not. */
static double ended_at(const struct results_row *row)
{
    const char *early = facts_get(&row->result.facts, "ended_early");

    return early ? strtod(early, NULL) : (double)INFINITY;
}

/* Return the fraction at which it started from another trial's state: "DIGEST
 * at 0.5 of ..."; 0 if it started from scratch. */
static double began_at(const struct results_row *row)
{
    static const char at[] = " at ";
    const char *from = facts_get(&row->result.facts, "from");
    const char *share = from ? strstr(from, at) : NULL;

    return share ? strtod(share + strlen(at), NULL) : 0;
}

static void count(struct rungs *s, const struct scheduler *scheduler,
                  const struct measure *goal, bool maximize,
                  const struct results_row *row)
{
    const double begin = began_at(row), end = ended_at(row);
    const double value = measure_value(goal, &row->result);
    const int n = scheduler_rungs(scheduler, row->number);

    for (int k = 0; k < n; k++) {
        const double share = scheduler_share(scheduler, row->number, k);

        if (share < begin + SAME)
            continue;
        if (share > end + SAME)
            return;
        struct rung *at = rung_at(s, share);

        at->came++;
        if (share < end - SAME)
            continue;
        at->ended++;
        if (!at->best || measure_better(value, at->value, maximize)) {
            at->best = row;
            at->value = value;
        }
    }
}

static void add_rungs(struct html_report *r, const struct rungs *s,
                      const struct measure *goal)
{
    struct grid g = {.keys = 1};

    grid_column(&g, true, "at %% of a run");
    grid_column(&g, true, "came to it");
    grid_column(&g, true, "ended");
    grid_column(&g, true, "best that ended");
    grid_reals(&g, "%s", goal->name);
    for (int i = 0; i < s->n; i++) {
        const struct rung *at = &s->rung[i];
        const int row = grid_row(&g);

        grid_set(&g, row, 0, "%.3g", 100 * at->share);
        grid_set(&g, row, 1, "%ld", at->came);
        grid_set(&g, row, 2, "%ld", at->ended);
        if (!at->best)
            continue;
        grid_set(&g, row, 3, "trial %ld", at->best->number);
        if (!isnan(at->value))
            grid_set(&g, row, 4, "%.2f", at->value);
    }
    html_heading(r, "Rungs, of the finished trials");
    html_table(r, &g, NULL);
    grid_release(&g);
}

void html_rungs(struct html_report *r, const struct folder *f)
{
    const struct scheduler scheduler = {.scheduler = &f->x->scheduler,
                                        .maximize = f->x->search.maximize,
                                        .seed = f->x->search.seed,
                                        .all = experiment_trials(f->x)};
    struct rungs s = {0};
    struct measure goal;

    if (!scheduler_has_rungs(&scheduler) || !measure_goal(f->x, f->s, &goal))
        return;
    for (long i = 0; i < f->s->n; i++)
        if (results_row_finished(&f->s->row[i]))
            count(&s, &scheduler, &goal,
                  measure_maximizes(&goal, f->x, &f->s->row[i]), &f->s->row[i]);
    qsort(s.rung, (size_t)s.n, sizeof(*s.rung), by_share);
    if (s.n)
        add_rungs(r, &s, &goal);
    free(s.rung);
}
