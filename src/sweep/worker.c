#include "config.h"

#include "sweep/worker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "sweep/coordinator.h"
#include "sweep/folder.h"
#include "sweep/signals.h"
#include "sweep/worker_parts.h"

/* Seconds a member of a group waits for another before it gives up: longer
 * than any load of data or evaluation that ranks might not share evenly. */
#define PATIENCE 1800.0
#define REPORT_SECONDS 0.5

/* --- one trial --------------------------------------------------------- */

/* Make the folder a path lies in. */
static int make_parent(const char *path, struct error *e)
{
    char *copy = memory_string(path), *slash = strrchr(copy, '/');
    int failed = 0;

    if (slash) {
        *slash = '\0';
        failed = folder_make(copy, e);
    }
    free(copy);
    return failed;
}

/* What keeps a member from training; the worst of all members counts. */
enum trouble { NO_TROUBLE, TRIAL_AT_FAULT, WORLD_AT_FAULT };

/*
 * Every member tells the leader its host and what went wrong; then all know
 * the worst of it, and *e on the leader is the first member's report.
 * Collective over the group; `all` is [g->n], filled in on the leader.
 */
static int muster(struct group *g, enum trouble mine, struct digest data,
                  struct muster *all, int *worst, struct error *e)
{
    struct muster me = {.data = data, .simd = kernel_simd()};
    size_t *n = memory_zeroed((size_t)g->n, sizeof(*n));
    int bad;

    snprintf(me.host, sizeof(me.host), "%s", comm_world()->host);
    if (mine)
        snprintf(me.error, sizeof(me.error), "%.999s", e->text);
    for (int i = 0; i < g->n; i++)
        n[i] = sizeof(me);
    bad =
        group_gather(g, 0, &me, n, all, e) || group_max(g, (int)mine, worst, e);
    free(n);
    if (bad)
        return -1;
    for (int i = 0; g->me == 0 && *worst && i < g->n; i++)
        if (all[i].error[0])
            return error_set(e, "%s", all[i].error), 0;
    return 0;
}

/* Have all members read the same data?  Known to the leader, told to all. */
static int check_data(struct group *g, const struct muster *all,
                      struct error *e)
{
    int other = 0, found;

    for (int i = 1; g->me == 0 && i < g->n && !other; i++)
        if (!digest_equal(all[i].data, all[0].data))
            other = i;
    if (group_max(g, other, &found, e))
        return -1;
    if (!found)
        return 0;
    return error_set(e,
                     "rank %d on host %s read other data than rank %d on host "
                     "%s",
                     g->rank[found], all[found].host, g->rank[0], all[0].host);
}

/* The row of a trial that did not come to numbers. */
static void blank_metrics(const struct trial_config *c, struct result *r)
{
    const struct task_kind *kind = (const struct task_kind *)c->task.kind;

    r->metrics = task_metrics(kind);
    for (int i = 0; i < r->metrics; i++) {
        snprintf(r->metric[i], sizeof(r->metric[i]), "%s",
                 kind->metrics[i].name);
        r->valid[i] = r->test[i] = NAN;
    }
    r->train_loss = NAN;
}

static void complete(const struct trial_call *c, const struct job *job,
                     const struct trial_config *conf,
                     const struct muster *member, const char *started,
                     enum train_end end, const struct error *e,
                     struct result *r)
{
    if (c->group->me)
        return;
    if (end == TRAIN_FAILED) {
        r->status = TRIAL_FAILED;
        free(r->reason);
        r->reason = memory_string(e->text);
        if (!r->metrics)
            blank_metrics(conf, r);
    }
    r->trial = conf->digest;
    free(r->config);
    r->config = memory_string(conf->text);
    r->number = (int)c->number;
    r->attempt = (int)c->group->attempt;
    worker_facts(&r->facts, job, conf, member, c->group->n, started);
}

static enum train_end train_job(const struct trial_call *c, struct job *job,
                                struct result *r, struct error *e)
{
    struct training *t = &job->training;

    t->group = c->group;
    t->attempt = (int)c->group->attempt;
    t->state = c->state;
    t->other_identity = c->other_identity;
    t->stop = c->stop;
    t->progress = c->progress;
    t->context = c->context;
    return train_run(t, r, e);
}

/* Every member makes the folder of the states: no one waits for another's
 * view of a network file system. */
static enum trouble get_ready(const struct trial_call *c,
                              struct trial_config *conf, struct job *job,
                              struct error *e)
{
    if (c->state && make_parent(c->state, e))
        return WORLD_AT_FAULT;
    if (experiment_trial(c->experiment, c->number, conf, e) ||
        job_begin(job, c->experiment, c->number, c->group->n, e))
        return TRIAL_AT_FAULT;
    return NO_TROUBLE;
}

enum train_end trial_run(const struct trial_call *c, struct result *r,
                         struct error *e)
{
    struct muster *member = memory_zeroed((size_t)c->group->n, sizeof(*member));
    struct trial_config conf = {0};
    struct job job = {0};
    enum train_end end = TRAIN_FAILED;
    int worst = NO_TROUBLE;
    char started[24];

    *r = (struct result){0};
    clock_stamp(started);
    const enum trouble mine = get_ready(c, &conf, &job, e);
    if (muster(c->group, mine, trial_data(), member, &worst, e) ||
        worst == WORLD_AT_FAULT ||
        (worst == NO_TROUBLE && check_data(c->group, member, e)))
        end = TRAIN_BROKEN;
    else if (worst == NO_TROUBLE)
        end = train_job(c, &job, r, e);
    if (end == TRAIN_FINISHED || (end == TRAIN_FAILED && conf.text))
        complete(c, &job, &conf, member, started, end, e, r);
    job_end(&job);
    trial_config_release(&conf);
    free(member);
    return end;
}

/* --- the loop ---------------------------------------------------------- */

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

static void send_report(struct worker *w, const struct report *r)
{
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

    (void)loss;
    if (now - w->reported < REPORT_SECONDS)
        return;
    w->reported = now;
    memset(&r, 0, sizeof(r));
    r.word = REPORT_PROGRESS;
    r.trial = w->trial;
    r.step = step;
    r.steps = steps;
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
    failed =
        make_parent(str_text(&path), e) || result_write(str_text(&path), r, e);
    str_release(&path);
    if (!failed)
        train_tidy(&tidy);
    return failed;
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
    report.best = end == TRAIN_FINISHED ? r->valid[w->x->goal] : NAN;
    report.seconds = r->seconds;
    if (end == TRAIN_FAILED || end == TRAIN_BROKEN)
        snprintf(report.text, sizeof(report.text), "%.999s", e->text);
    send_report(w, &report);
}

static char *state_path(const struct worker *w, long trial, struct error *e)
{
    struct trial_config c;
    struct str path = {0};

    if (experiment_trial(w->x, trial, &c, e))
        return NULL;
    folder_state_path(w->o->dir, c.digest, &path);
    trial_config_release(&c);
    return str_take(&path);
}

/* Train one trial as a member of the group that starts at rank `first`. */
static void obey(struct worker *w, const struct order *order)
{
    const struct comm *world = comm_world();
    const int me = (world->rank - w->crew->first) % w->crew->ranks;
    int *rank = memory_zeroed((size_t)w->crew->ranks, sizeof(*rank));
    struct error e = {0};
    char *state = state_path(w, order->trial, &e);
    struct group g = {.n = w->crew->ranks,
                      .me = me,
                      .rank = rank,
                      .trial = (uint32_t)order->trial,
                      .attempt = (uint32_t)order->attempt,
                      .patience = PATIENCE};
    const struct trial_call call = {.experiment = w->x,
                                    .number = order->trial,
                                    .group = &g,
                                    .state = state,
                                    .other_identity = w->o->other_identity,
                                    .stop = stop_asked,
                                    .progress = report_progress,
                                    .context = w};
    struct result r = {0};
    enum train_end end = TRAIN_BROKEN;

    for (int i = 0; i < g.n; i++)
        rank[i] = world->rank - me + i;
    w->trial = order->trial;
    if (state)
        end = trial_run(&call, &r, &e);
    if (me == 0 && (end == TRAIN_FINISHED || end == TRAIN_FAILED) &&
        put_away(w, state, &r, &e))
        end = TRAIN_BROKEN;
    if (me == 0)
        report_end(w, end, g.lost, &r, &e);
    result_release(&r);
    group_release(&g);
    free(state);
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
