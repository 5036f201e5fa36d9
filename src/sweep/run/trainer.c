#include "config.h"

#include "sweep/run/trainer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/comm/comm.h"
#include "sweep/coordinator/evaluations.h"
#include "sweep/coordinator/warnings.h"
#include "sweep/coordinator/worker.h"
#include "sweep/experiment/namer.h"
#include "sweep/run/outcome.h"
#include "sweep/run/trial.h"
#include "sweep/run/world_mpi.h"

/* Seconds that a member of a group waits for another before it gives up, if no
 * order says that the other is gone: longer than any load of data or evaluation
 * that may be uneven between ranks. */
#define PATIENCE 1800.0

/* Seconds of one wait. */
#define WAIT_SECONDS 0.25

struct trainer {
    const struct experiment *x;
    const struct sweep_options *o;
    struct namer *namer; /* owned */
    struct worker worker;
    struct evaluations evaluations; /* that were not sent yet */
};

static bool stop_asked(void *trainer)
{
    return worker_stop_asked(&((struct trainer *)trainer)->worker);
}

static void report_progress(void *trainer, long step, long steps, double loss,
                            double best)
{
    struct trainer *t = trainer;
    struct result_message l;
    struct report *r = &l.report;

    if (!worker_is_due(&t->worker))
        return;
    report_begin(r, REPORT_PROGRESS, t->worker.trial);
    r->step = step;
    r->steps = steps;
    r->loss = loss;
    r->best = best;
    evaluations_put(&t->evaluations, &l);
    worker_progress(&t->worker, &l);
}

static void note_evaluation(void *trainer, const struct history_row *row)
{
    struct trainer *t = trainer;

    evaluations_add(&t->evaluations, row);
}

/* True if a result is to be stored. If a trial could not begin, the coordinator
 * decides what follows. */
static bool is_over(const struct report *r)
{
    return (r->end == TRAIN_FINISHED || r->end == TRAIN_FAILED) &&
           r->unready < 0;
}

/* Set how an attempt ended; if it failed or broke off, why. Nothing follows
 * that text then. */
static void set_end(struct report *report, enum train_end end,
                    const struct error *e)
{
    report->end = end;
    report->brief = false;
    if (end == TRAIN_FAILED || end == TRAIN_BROKEN)
        snprintf(report->text, sizeof(report->text), "%.999s", e->text);
}

/* Report an end. If the trial is continued another time, its evaluations go
 * with the report, since no result has them yet. */
static void report_end(struct trainer *t, struct result_message *message,
                       const struct result *r)
{
    struct report *report = &message->report;
    const enum train_end end = (enum train_end)report->end;

    if (end == TRAIN_PAUSED || end == TRAIN_STOPPED)
        evaluations_put(&t->evaluations, message);
    report->best = end == TRAIN_FINISHED || end == TRAIN_PAUSED
                       ? r->valid[t->x->goal]
                       : NAN;
    report->seconds = r->seconds;
    worker_end(&t->worker, message);
}

/* Train a trial, store its result and report, as a member of the group. */
static void train(struct trainer *t, struct group *g, const struct order *order,
                  const struct assignment *a, const struct trial_config *c)
{
    struct error e = {0};
    char *state = outcome_state(t->o->dir, c->digest);
    int unready = -1, poor = -1;
    const struct trial_call call = {.experiment = t->x,
                                    .assignment = a,
                                    .config = c,
                                    .group = g,
                                    .state = state,
                                    .other_identity = t->o->other_identity,
                                    .until = order->until,
                                    .ends_there = order->ends_there,
                                    .stop = stop_asked,
                                    .progress = report_progress,
                                    .evaluated = note_evaluation,
                                    .trained = &t->worker.trained,
                                    .saved = &t->worker.saved,
                                    .context = t,
                                    .unready = &unready,
                                    .poor = &poor};
    struct result r = {0};
    struct result_message message;
    struct report *report = &message.report;

    evaluations_begin(&t->evaluations, t->x, c);
    report_begin(report, REPORT_END, order->trial);
    set_end(report, trial_run(&call, &r, &e), &e);
    report->lost = g->lost;
    report->lacks_memory = poor >= 0;
    unready = poor >= 0 ? poor : unready;
    report->unready = unready < 0 ? -1 : g->rank[unready];
    if (g->me == 0 && is_over(report) &&
        outcome_put(t->x, c, t->o->dir, &r, &message, &e))
        set_end(report, TRAIN_BROKEN, &e);
    if (g->me == 0)
        report_end(t, &message, &r);
    result_release(&r);
    free(state);
}

/* Bind a trial's values, as the coordinator has done, and train it. */
static void bind_and_train(struct trainer *t, struct group *g,
                           const struct order *order)
{
    const struct space *space = &t->x->search.space;
    const struct trial_config *c;
    struct assignment a;
    struct error e = {0};

    if (assignment_parse(space, order->trial, order_values(order), &a, &e))
        die("an order cannot be read: %s", e.text);
    c = namer_bind(t->namer, &a, &e);
    if (!c)
        die("an order cannot be obeyed: %s", e.text);
    train(t, g, order, &a, c);
    assignment_release(space, &a);
}

static int place_in(const struct order *order)
{
    int me = 0;

    while (order_ranks(order)[me] != comm_world()->rank)
        me++;
    return me;
}

static void obey(struct trainer *t, const struct order *order)
{
    struct group g = {.n = order->members,
                      .me = place_in(order),
                      .rank = order_ranks(order),
                      .number = order->number,
                      .attempt = (uint32_t)order->attempt,
                      .patience = PATIENCE,
                      .leave = worker_given_up,
                      .context = &t->worker};

    if (!worker_begin(&t->worker, order))
        return;
    warnings_about(order->trial);
    bind_and_train(t, &g, order);
    warnings_about(-1);
    group_release(&g);
}

enum attendance trainer_run(const struct experiment *x,
                            const struct sweep_options *o, void (*pump)(void *),
                            void *pump_context)
{
    struct trainer t = {.x = x, .o = o, .namer = namer_new(x)};
    struct world_worker world;
    struct order order;
    enum worker_next next;

    world_worker_init(&world, pump, pump_context);
    worker_init(&t.worker, &world.world);
    while ((next = worker_next(&t.worker, &order, WAIT_SECONDS)) !=
           WORKER_LEAVES)
        if (next == WORKER_TRAINS)
            obey(&t, &order);
    namer_free(t.namer);
    evaluations_release(&t.evaluations);
    worker_release(&t.worker);
    return (enum attendance)order.attendance;
}
