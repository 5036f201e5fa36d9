#include "config.h"

#include "sweep/run/worker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "engine/comm/comm.h"
#include "sweep/experiment/namer.h"
#include "sweep/run/evaluations.h"
#include "sweep/run/order_queue.h"
#include "sweep/run/outcome.h"
#include "sweep/run/signals.h"
#include "sweep/run/trial.h"
#include "sweep/run/warnings.h"

/* Seconds a member of a group waits for another before it gives up, when
 * nobody tells it that the other is gone: longer than any load of data or
 * evaluation that ranks might not share evenly. */
#define PATIENCE 1800.0
#define REPORT_SECONDS 0.5

struct worker {
    const struct experiment *x;
    const struct sweep_options *o;
    void (*pump)(void *);
    void *pump_context;
    struct namer *namer; /* owned */
    long trial;
    int attempt;
    double reported;    /* clock, when last */
    double looked;      /* clock, when it was last asked whether to stop */
    double longest;     /* seconds between two such, of this attempt */
    long trained;       /* steps of this attempt */
    bool saved;         /* a state of it */
    bool stopped;       /* told to, by signal or order */
    bool held;          /* an order came in while training */
    struct order order; /* that one */
    bool alone;         /* the group is this rank */
    struct order_queue queue; /* orders that came in while another was obeyed */
    bool signalled;           /* the coordinator knows of the signal */
    struct evaluations evaluations; /* that nobody was told of yet */
};

static void hold(struct worker *w)
{
    struct order dropped;

    w->held = true;
    while (order_queue_take(&w->queue, &dropped))
        ; /* what came before is given up as well */
}

/* What waits has not begun, and may be trained elsewhere. */
static void hand_back(struct worker *w)
{
    struct order waiting;
    struct report r;

    while (order_queue_take(&w->queue, &waiting)) {
        report_begin(&r, REPORT_END, waiting.trial);
        r.attempt = waiting.attempt;
        r.end = TRAIN_STOPPED;
        r.unbegun = true;
        r.best = NAN;
        desk_post(0, true, &r, report_bytes(&r));
    }
    desk_flush(true);
}

/* An order that came in meanwhile: to stop, to train later, to hand back what
 * waits for that, or any other, which means that the coordinator has given this
 * attempt up: it ends, and the order is obeyed next.  So does one to train in a
 * group, whose members need not all have heard that the attempt is over. */
static void take_order(struct worker *w)
{
    if (w->order.word == ORDER_STOP)
        w->stopped = true;
    else if (w->order.word == ORDER_RETURN)
        hand_back(w);
    else if (w->order.word == ORDER_TRAIN && w->alone)
        order_queue_add(&w->queue, &w->order);
    else
        hold(w);
}

static bool given_up(void *context)
{
    struct worker *w = context;
    int from;

    while (!w->held &&
           desk_recv(false, &from, &w->order, sizeof(w->order), 0) > 0)
        take_order(w);
    return w->held;
}

static void note_look(struct worker *w)
{
    const double now = clock_now();

    if (w->looked > 0 && now - w->looked > w->longest)
        w->longest = now - w->looked;
    w->looked = now;
}

static bool stop_asked(void *context)
{
    struct worker *w = context;

    note_look(w);
    if (signals_seen())
        w->stopped = true;
    return given_up(w) || w->stopped;
}

/* What rank 0 was warned of the coordinator finds by itself. */
static void pass_on_warnings(void)
{
    struct warning own;
    struct report r;

    while (comm_world()->rank && warnings_next(&own)) {
        report_begin(&r, REPORT_WARNING, own.trial);
        memcpy(r.text, own.text, sizeof(r.text));
        desk_send(0, true, &r, report_bytes(&r));
    }
}

/* What ends a trial goes with the word that the next one has begun, where one
 * waits. */
static void send_report(struct worker *w, const struct report *r)
{
    const bool waits = r->word == REPORT_END && w->queue.first;

    pass_on_warnings();
    (waits ? desk_post : desk_send)(0, true, r, report_bytes_sent(r));
    if (w->pump)
        w->pump(w->pump_context);
}

static void report_progress(void *context, long step, long steps, double loss,
                            double best)
{
    struct worker *w = context;
    const double now = clock_now();
    struct letter l;
    struct report *r = &l.report;

    if (now - w->reported < REPORT_SECONDS)
        return;
    w->reported = now;
    report_begin(r, REPORT_PROGRESS, w->trial);
    r->attempt = w->attempt;
    r->step = step;
    r->steps = steps;
    r->loss = loss;
    r->best = best;
    r->seconds = w->longest;
    r->trained = w->trained;
    r->saved = w->saved;
    evaluations_put(&w->evaluations, &l);
    send_report(w, r);
}

static void note_evaluation(void *context, const struct history_row *row)
{
    struct worker *w = context;

    evaluations_add(&w->evaluations, row);
}

/* Has it a result to be put away?  Of one that could not begin the coordinator
 * decides what it came to. */
static bool is_over(const struct report *r)
{
    return (r->end == TRAIN_FINISHED || r->end == TRAIN_FAILED) &&
           r->unready < 0;
}

/* As an attempt ends: of one that failed, or broke off, why.  Nothing stands
 * behind that text then. */
static void set_end(struct report *report, enum train_end end,
                    const struct error *e)
{
    report->end = end;
    report->brief = false;
    if (end == TRAIN_FAILED || end == TRAIN_BROKEN)
        snprintf(report->text, sizeof(report->text), "%.999s", e->text);
}

/* Of what goes on another time no result has the evaluations yet. */
static void report_end(struct worker *w, struct letter *letter,
                       const struct result *r)
{
    struct report *report = &letter->report;
    const enum train_end end = (enum train_end)report->end;

    if (end == TRAIN_PAUSED || end == TRAIN_STOPPED)
        evaluations_put(&w->evaluations, letter);

    report->attempt = w->attempt;
    report->trained = w->trained;
    report->best = end == TRAIN_FINISHED || end == TRAIN_PAUSED
                       ? r->valid[w->x->goal]
                       : NAN;
    report->seconds = r->seconds;
    send_report(w, report);
}

/* Train a trial, put its result away and report, as a member of the group. */
static void train(struct worker *w, struct group *g, const struct order *order,
                  const struct assignment *a, const struct trial_config *c)
{
    struct error e = {0};
    char *state = outcome_state(w->o->dir, c->digest);
    int unready = -1, poor = -1;
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
                                    .evaluated = note_evaluation,
                                    .trained = &w->trained,
                                    .saved = &w->saved,
                                    .context = w,
                                    .unready = &unready,
                                    .poor = &poor};
    struct result r = {0};
    struct letter letter;
    struct report *report = &letter.report;

    evaluations_begin(&w->evaluations, w->x, c);
    report_begin(report, REPORT_END, w->trial);
    set_end(report, trial_run(&call, &r, &e), &e);
    report->lost = g->lost;
    report->lacks_memory = poor >= 0;
    unready = poor >= 0 ? poor : unready;
    report->unready = unready < 0 ? -1 : g->rank[unready];
    if (g->me == 0 && is_over(report) &&
        outcome_put(w->x, c, w->o->dir, &r, &letter, &e))
        set_end(report, TRAIN_BROKEN, &e);
    if (g->me == 0)
        report_end(w, &letter, &r);
    result_release(&r);
    free(state);
}

/* What the trial is has been bound by the coordinator, too. */
static void bind_and_train(struct worker *w, struct group *g,
                           const struct order *order)
{
    const struct space *space = &w->x->search.space;
    const struct trial_config *c;
    struct assignment a;
    struct error e = {0};

    if (assignment_parse(space, order->trial, order_values(order), &a, &e))
        die("an order cannot be read: %s", e.text);
    c = namer_bind(w->namer, &a, &e);
    if (!c)
        die("an order cannot be obeyed: %s", e.text);
    train(w, g, order, &a, c);
    assignment_release(space, &a);
}

static int place_in(const struct order *order)
{
    int me = 0;

    while (order_ranks(order)[me] != comm_world()->rank)
        me++;
    return me;
}

/* Whatever comes of it, this rank has the order. */
static void report_begun(const struct worker *w)
{
    struct report r;

    report_begin(&r, REPORT_BEGUN, w->trial);
    r.attempt = w->attempt;
    desk_send(0, true, &r, report_bytes(&r));
}

/* It was to stop before it came to this one. */
static void report_stopped(struct worker *w)
{
    struct report r;

    report_begin(&r, REPORT_END, w->trial);
    r.attempt = w->attempt;
    r.end = TRAIN_STOPPED;
    r.best = NAN;
    send_report(w, &r);
}

static void obey(struct worker *w, const struct order *order)
{
    struct group g = {.n = order->members,
                      .me = place_in(order),
                      .rank = order_ranks(order),
                      .number = order->number,
                      .attempt = (uint32_t)order->attempt,
                      .patience = PATIENCE,
                      .leave = given_up,
                      .context = w};

    w->trial = order->trial;
    w->attempt = order->attempt;
    w->reported = 0;
    w->trained = 0;
    w->saved = false;
    w->alone = g.n == 1;
    if (w->alone && stop_asked(w)) {
        if (!w->held)
            report_stopped(w);
        desk_flush(true);
        return;
    }
    w->looked = w->longest = 0;
    report_begun(w);
    warnings_about(w->trial);
    bind_and_train(w, &g, order);
    warnings_about(-1);
    group_release(&g);
}

void worker_say(enum report_word word)
{
    struct report r;

    report_begin(&r, word, -1);
    desk_send(0, true, &r, report_bytes(&r));
}

static void pass_on_signal(struct worker *w)
{
    if (w->signalled || !signals_seen())
        return;
    w->signalled = true;
    worker_say(REPORT_SIGNAL);
}

static void next_order(struct worker *w, struct order *order)
{
    int from;

    if (w->held) {
        w->held = false;
        *order = w->order;
        return;
    }
    if (order_queue_take(&w->queue, order))
        return;
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

enum attendance worker_loop(const struct experiment *x,
                            const struct sweep_options *o, void (*pump)(void *),
                            void *pump_context)
{
    struct worker w = {.x = x,
                       .o = o,
                       .pump = pump,
                       .pump_context = pump_context,
                       .namer = namer_new(x)};
    struct order order;

    for (;;) {
        next_order(&w, &order);
        if (order.word == ORDER_LEAVE) {
            namer_free(w.namer);
            evaluations_release(&w.evaluations);
            return (enum attendance)order.attendance;
        }
        if (order.word == ORDER_QUIT)
            worker_say(REPORT_BYE);
        if (order.word == ORDER_TRAIN)
            obey(&w, &order);
    }
}
