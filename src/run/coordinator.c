#include "config.h"

#include "run/coordinator.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "comm/comm.h"
#include "results/aggregate.h"
#include "results/claim.h"
#include "run/message.h"
#include "run/progress.h"
#include "run/signals.h"

/* The aggregate is rebuilt on the way when that costs less than 1 % of the
 * time since it was last built, and not more often than this. */
#define AGGREGATE_SECONDS 60.0
#define AGGREGATE_SHARE 0.01

struct coordinator {
    const struct experiment *x;
    const struct sweep_options *o;
    const struct crew *crew;
    struct ledger *ledger;
    struct journal *journal;
    struct progress progress;
    struct seat *seat; /* [crew->groups]; owned */
    bool stopping, told_stop, broken, over;
    struct error error;     /* why it is broken */
    double aggregated;      /* clock, when last */
    double aggregate_costs; /* seconds it took */
    bool fresh;             /* a result came in since */
};

struct coordinator *coordinator_new(const struct experiment *x,
                                    const struct sweep_options *o,
                                    const struct crew *crew, struct ledger *l,
                                    struct journal *j)
{
    struct coordinator *c = memory_zeroed(1, sizeof(*c));

    c->x = x;
    c->o = o;
    c->crew = crew;
    c->ledger = l;
    c->journal = j;
    c->seat = memory_zeroed((size_t)crew->groups, sizeof(*c->seat));
    for (int i = 0; i < crew->groups; i++)
        c->seat[i] = (struct seat){.trial = -1, .best = NAN};
    c->aggregated = clock_now();
    progress_begin(&c->progress, x);
    return c;
}

void coordinator_free(struct coordinator *c)
{
    if (!c)
        return;
    free(c->seat);
    free(c);
}

static void break_off(struct coordinator *c, const struct error *why)
{
    if (!c->broken)
        c->error = *why;
    c->broken = true;
}

/* Journal a decision; a journal that cannot be written, or that is another's
 * by now, ends the sweep. */
static int note(struct coordinator *c, const char *word, long trial,
                const char *detail)
{
    struct error e = {0};

    if (!claim_lost(c->o->dir, &e) &&
        !journal_add(c->journal, word, trial, true, &e, "%s", detail))
        return 0;
    break_off(c, &e);
    return -1;
}

static void order_group(const struct coordinator *c, int group,
                        const struct order *order)
{
    const int leader = c->crew->first + group * c->crew->ranks;

    for (int i = 0; i < c->crew->ranks; i++)
        desk_send(leader + i, false, order, sizeof(*order));
}

static void hand_out(struct coordinator *c, int group)
{
    const long trial = ledger_next(c->ledger);
    struct ledger_row *row = &c->ledger->row[trial];
    struct order order = {.word = ORDER_TRAIN, .trial = trial};
    char detail[64];

    snprintf(detail, sizeof(detail), "attempt %d ranks %d+%d", row->attempt + 1,
             c->crew->first + group * c->crew->ranks, c->crew->ranks);
    if (note(c, "start", trial, detail))
        return;
    order.attempt = ++row->attempt;
    ledger_move(c->ledger, trial, PLACE_RUNNING);
    c->seat[group] = (struct seat){.trial = trial, .best = NAN};
    order_group(c, group, &order);
}

static void tell_stop(struct coordinator *c)
{
    const struct order stop = {.word = ORDER_STOP, .trial = -1};

    c->told_stop = true;
    for (int i = 0; i < c->crew->groups; i++)
        if (c->seat[i].trial >= 0)
            order_group(c, i, &stop);
}

static void take_progress(struct seat *seat, const struct report *r)
{
    if (seat->trial != r->trial)
        return;
    seat->share =
        r->steps > 0 ? fmin(1, (double)r->step / (double)r->steps) : 0;
    if (!seat->reported)
        seat->before = seat->share;
    seat->reported = true;
    seat->best = r->best;
}

/* The swept values of a trial, " (name=value ...)", for the log. */
static void add_values(const struct experiment *x, long trial, struct str *s)
{
    struct assignment a = experiment_assignment(x, trial);

    if (x->search.space.n) {
        str_adds(s, " (");
        assignment_text(&x->search.space, &a, " ", s);
        str_adds(s, ")");
    }
    assignment_release(&x->search.space, &a);
}

static void say_over(const struct coordinator *c, const struct report *r)
{
    struct str s = {0};
    char took[32];

    progress_time(r->seconds, took);
    if (r->end == TRAIN_FINISHED) {
        str_addf(&s, "trial %ld finished in %s", r->trial, took);
        if (!isnan(r->best))
            str_addf(&s, ", best valid.%s %.2f", c->progress.goal, r->best);
    } else
        str_addf(&s, "trial %ld failed: %s", r->trial, r->text);
    add_values(c->x, r->trial, &s);
    log_info("%s", str_text(&s));
    str_release(&s);
}

/* A trial came to its own end: its result file is there. */
static void take_over(struct coordinator *c, struct seat *seat,
                      const struct report *r)
{
    const bool good = r->end == TRAIN_FINISHED;

    if (good)
        ledger_finish(c->ledger, r->trial, r->best);
    else
        ledger_move(c->ledger, r->trial, PLACE_FAILED);
    note(c, good ? "finish" : "fail", r->trial, r->text);
    c->progress.finished += 1 - seat->before;
    c->fresh = true;
    say_over(c, r);
}

/*
 * A trial was lost to the world.  A group that has not heard of a member gets
 * further attempts; one that has met a full disk would meet it again.
 */
static void take_loss(struct coordinator *c, const struct report *r)
{
    struct ledger_row *row = &c->ledger->row[r->trial];
    struct error e = {0};

    ledger_move(c->ledger, r->trial, PLACE_WAITING);
    note(c, "lost", r->trial, r->text);
    if (r->lost && row->losses++ < c->x->run.retries) {
        log_warning("trial %ld was lost and is tried again: %s", r->trial,
                    r->text);
        return;
    }
    error_set(&e, "trial %ld: %s", r->trial, r->text);
    break_off(c, &e);
}

static void take_end(struct coordinator *c, struct seat *seat,
                     const struct report *r)
{
    if (r->end == TRAIN_FINISHED || r->end == TRAIN_FAILED)
        take_over(c, seat, r);
    else if (r->end == TRAIN_BROKEN)
        take_loss(c, r);
    else {
        c->stopping = true;
        ledger_move(c->ledger, r->trial, PLACE_WAITING);
        note(c, "stop", r->trial, "");
    }
    *seat = (struct seat){.trial = -1, .best = NAN};
}

static void take(struct coordinator *c, int from, const struct report *r)
{
    struct seat *seat;
    const int group = (from - c->crew->first) / c->crew->ranks;

    if (r->word == REPORT_SIGNAL) {
        c->stopping = true;
        return;
    }
    assert(from >= c->crew->first && group < c->crew->groups);
    seat = &c->seat[group];
    if (r->word == REPORT_PROGRESS)
        take_progress(seat, r);
    else if (seat->trial == r->trial)
        take_end(c, seat, r);
}

static void aggregate_now(struct coordinator *c)
{
    const double before = clock_now();
    struct error e = {0};

    c->fresh = aggregate_write(c->o->dir, c->x, &e) != 0;
    if (c->fresh)
        log_warning("sweep.h5 is not up to date, and is tried again: %s",
                    e.text);
    c->aggregated = clock_now();
    c->aggregate_costs = c->aggregated - before;
}

static void aggregate_now_and_then(struct coordinator *c)
{
    const double since = clock_now() - c->aggregated;

    if (c->fresh && since > AGGREGATE_SECONDS &&
        since > c->aggregate_costs / AGGREGATE_SHARE)
        aggregate_now(c);
}

/* Tell every rank, groups or not, that there is nothing more. */
static void say_quit(struct coordinator *c)
{
    const struct order quit = {.word = ORDER_QUIT, .trial = -1};

    for (int i = c->crew->first; i < comm_world()->size; i++)
        desk_send(i, false, &quit, sizeof(quit));
    c->over = true;
}

static int busy(const struct coordinator *c)
{
    int n = 0;

    for (int i = 0; i < c->crew->groups; i++)
        n += c->seat[i].trial >= 0;
    return n;
}

bool coordinator_round(struct coordinator *c, double seconds)
{
    struct report r;
    int from;

    if (c->over)
        return false;
    c->stopping |= signals_seen();
    for (int i = 0; i < c->crew->groups; i++)
        if (!c->stopping && !c->broken && c->seat[i].trial < 0 &&
            ledger_next(c->ledger) >= 0)
            hand_out(c, i);
    if ((c->stopping || c->broken) && !c->told_stop)
        tell_stop(c);
    if (!busy(c)) {
        say_quit(c);
        return false;
    }
    while (desk_recv(true, &from, &r, sizeof(r), seconds) > 0) {
        take(c, from, &r);
        seconds = 0;
    }
    aggregate_now_and_then(c);
    progress_show(&c->progress, c->ledger, c->seat, c->crew->groups, false);
    return true;
}

void coordinator_run(struct coordinator *c)
{
    while (coordinator_round(c, 0.25))
        ;
}

enum sweep_end coordinator_end(const struct coordinator *c, struct error *e)
{
    if (c->broken) {
        *e = c->error;
        return SWEEP_ERROR;
    }
    if (c->ledger->own[PLACE_WAITING])
        return SWEEP_STOPPED;
    return c->ledger->own[PLACE_FAILED] ? SWEEP_FAILED_TRIALS : SWEEP_DONE;
}
