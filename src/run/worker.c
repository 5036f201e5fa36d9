#include "config.h"

#include "run/worker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "comm/comm.h"
#include "results/folder.h"
#include "run/message.h"
#include "run/signals.h"
#include "run/trial.h"
#include "run/warnings.h"

/* Seconds a member of a group waits for another before it gives up: longer
 * than any load of data or evaluation that ranks might not share evenly. */
#define PATIENCE 1800.0
#define REPORT_SECONDS 0.5

struct worker {
    const struct experiment *x;
    const struct sweep_options *o;
    const struct crew *crew;
    void (*pump)(void *);
    void *pump_context;
    long trial;
    double reported;    /* clock, when last */
    bool stopped;       /* told to, by signal or order */
    bool held;          /* an order came in while training */
    struct order order; /* that one */
    bool signalled;     /* the coordinator knows of the signal */
};

/* An order to train or to quit means that the coordinator has given this
 * attempt up: it ends, and the order is obeyed next. */
static bool stop_asked(void *context)
{
    struct worker *w = context;
    int from;

    if (signals_seen())
        w->stopped = true;
    if (!w->stopped && !w->held &&
        desk_recv(false, &from, &w->order, sizeof(w->order), 0) > 0) {
        w->stopped = w->order.word == ORDER_STOP;
        w->held = !w->stopped;
    }
    return w->stopped || w->held;
}

/* What rank 0 was warned of the coordinator finds by itself. */
static void pass_on_warnings(void)
{
    struct warning own;
    struct report r;

    while (comm_world()->rank && warnings_next(&own)) {
        memset(&r, 0, sizeof(r));
        r.word = REPORT_WARNING;
        r.trial = own.trial;
        memcpy(r.text, own.text, sizeof(r.text));
        desk_send(0, true, &r, sizeof(r));
    }
}

static void send_report(struct worker *w, const struct report *r)
{
    pass_on_warnings();
    desk_send(0, true, r, sizeof(*r));
    if (w->pump)
        w->pump(w->pump_context);
}

static void report_progress(void *context, long step, long steps, double loss,
                            double best)
{
    struct worker *w = context;
    const double now = clock_now();
    struct report r;

    if (now - w->reported < REPORT_SECONDS)
        return;
    w->reported = now;
    memset(&r, 0, sizeof(r));
    r.word = REPORT_PROGRESS;
    r.trial = w->trial;
    r.step = step;
    r.steps = steps;
    r.loss = loss;
    r.best = best;
    send_report(w, &r);
}

/* Put the result where it belongs and clear away the states. */
static int put_away(const struct worker *w, const char *state,
                    const struct result *r, struct error *e)
{
    const struct training tidy = {
        .state = state, .keep = (enum keep)w->x->run.keep, .trial = r->trial};
    struct str path = {0};
    int failed;

    folder_result_path(w->o->dir, r->trial, &path);
    failed = folder_make_for(str_text(&path), e) ||
             result_write(str_text(&path), r, e);
    str_release(&path);
    if (!failed)
        train_tidy(&tidy);
    return failed;
}

/* Of its file. */
static long result_bytes(const struct worker *w, const struct result *r)
{
    struct str path = {0};

    folder_result_path(w->o->dir, r->trial, &path);
    const long bytes = file_bytes(str_text(&path));

    str_release(&path);
    return bytes;
}

static void report_end(struct worker *w, enum train_end end, bool lost,
                       const struct result *r, const struct error *e)
{
    struct report report;

    memset(&report, 0, sizeof(report));
    report.word = REPORT_END;
    report.end = end;
    report.lost = lost;
    report.trial = w->trial;
    report.best = end == TRAIN_FINISHED || end == TRAIN_PAUSED
                      ? r->valid[w->x->goal]
                      : NAN;
    if (end == TRAIN_FINISHED || end == TRAIN_FAILED)
        report.bytes = result_bytes(w, r);
    report.seconds = r->seconds;
    if (end == TRAIN_FAILED || end == TRAIN_BROKEN)
        snprintf(report.text, sizeof(report.text), "%.999s", e->text);
    send_report(w, &report);
}

static char *state_path(const struct worker *w, struct digest trial)
{
    struct str path = {0};

    folder_state_path(w->o->dir, trial, &path);
    return str_take(&path);
}

/* Train a trial, put its result away and report, as a member of the group. */
static void train(struct worker *w, struct group *g, const struct order *order,
                  const struct assignment *a, const struct trial_config *c)
{
    struct error e = {0};
    char *state = state_path(w, c->digest);
    const struct trial_call call = {.experiment = w->x,
                                    .assignment = a,
                                    .config = c,
                                    .group = g,
                                    .state = state,
                                    .other_identity = w->o->other_identity,
                                    .until = order->until,
                                    .ends_there = order->ends_there,
                                    .stop = stop_asked,
                                    .progress = report_progress,
                                    .context = w};
    struct result r = {0};
    enum train_end end = trial_run(&call, &r, &e);

    if (g->me == 0 && (end == TRAIN_FINISHED || end == TRAIN_FAILED) &&
        put_away(w, state, &r, &e))
        end = TRAIN_BROKEN;
    if (g->me == 0)
        report_end(w, end, g->lost, &r, &e);
    result_release(&r);
    free(state);
}

/* What the trial is has been bound by the coordinator, too. */
static void bind_and_train(struct worker *w, struct group *g,
                           const struct order *order)
{
    const struct space *space = &w->x->search.space;
    struct assignment a;
    struct trial_config c;
    struct error e = {0};

    if (assignment_parse(space, order->trial, order->values, &a, &e))
        die("an order cannot be read: %s", e.text);
    if (experiment_bind(w->x, &a, &c, &e))
        die("an order cannot be obeyed: %s", e.text);
    train(w, g, order, &a, &c);
    trial_config_release(&c);
    assignment_release(space, &a);
}

static void obey(struct worker *w, const struct order *order)
{
    const struct comm *world = comm_world();
    const int me = (world->rank - w->crew->first) % w->crew->ranks;
    int *rank = memory_zeroed((size_t)w->crew->ranks, sizeof(*rank));
    struct group g = {.n = w->crew->ranks,
                      .me = me,
                      .rank = rank,
                      .trial = (uint32_t)order->trial,
                      .attempt = (uint32_t)order->attempt,
                      .patience = PATIENCE};

    for (int i = 0; i < g.n; i++)
        rank[i] = world->rank - me + i;
    w->trial = order->trial;
    w->reported = 0;
    warnings_about(w->trial);
    bind_and_train(w, &g, order);
    warnings_about(-1);
    group_release(&g);
    free(rank);
}

static void pass_on_signal(struct worker *w)
{
    struct report r;

    if (w->signalled || !signals_seen())
        return;
    w->signalled = true;
    memset(&r, 0, sizeof(r));
    r.word = REPORT_SIGNAL;
    r.trial = -1;
    desk_send(0, true, &r, sizeof(r));
}

static void next_order(struct worker *w, struct order *order)
{
    int from;

    if (w->held) {
        w->held = false;
        *order = w->order;
        return;
    }
    for (;;) {
        if (w->pump)
            w->pump(w->pump_context);
        if (desk_recv(false, &from, order, sizeof(*order), w->pump ? 0 : 0.25) >
            0)
            return;
        pass_on_signal(w);
        pass_on_warnings();
    }
}

void worker_loop(const struct experiment *x, const struct sweep_options *o,
                 const struct crew *crew, void (*pump)(void *),
                 void *pump_context)
{
    struct worker w = {.x = x,
                       .o = o,
                       .crew = crew,
                       .pump = pump,
                       .pump_context = pump_context};
    struct order order;

    for (;;) {
        next_order(&w, &order);
        if (order.word == ORDER_QUIT)
            return;
        if (order.word == ORDER_TRAIN)
            obey(&w, &order);
    }
}
