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
#include "results/record.h"
#include "run/message.h"
#include "run/signals.h"

/* The aggregate is rebuilt on the way when that costs less than 1 % of the
 * time since it was last built, and not more often than this. */
#define AGGREGATE_SECONDS 60.0
#define AGGREGATE_SHARE 0.01

struct coordinator {
    const struct experiment *x;
    const struct sweep_options *o;
    const struct crew *crew;
    struct books *books;
    struct study *study; /* the books' */
    struct watch *watch; /* borrowed */
    bool broken, over;
    struct error error;     /* why it is broken */
    double aggregated;      /* clock, when last */
    double aggregate_costs; /* seconds it took */
    bool fresh;             /* a result came in since */
};

struct coordinator *coordinator_new(const struct crew *crew, struct books *b,
                                    struct watch *w)
{
    struct coordinator *c = memory_zeroed(1, sizeof(*c));

    c->x = b->x;
    c->o = b->o;
    c->crew = crew;
    c->books = b;
    c->study = b->study;
    c->watch = w;
    c->aggregated = clock_now();
    return c;
}

void coordinator_free(struct coordinator *c)
{
    free(c);
}

static void tell(struct coordinator *c, enum event_word word, long trial,
                 double goal)
{
    study_tell(c->study,
               &(struct event){.word = word, .trial = trial, .goal = goal});
}

static void break_off(struct coordinator *c, const struct error *why)
{
    if (!c->broken)
        c->error = *why;
    c->broken = true;
    tell(c, EVENT_STOP, -1, NAN);
}

/* A journal that cannot be written, or that is another's by now, ends the
 * sweep. */
static int noted(struct coordinator *c, int failed, const struct error *e)
{
    if (failed)
        break_off(c, e);
    return failed;
}

static int ours(struct coordinator *c)
{
    struct error e = {0};

    return noted(c, claim_lost(c->o->dir, &e), &e);
}

/* Journal what happened to a trial. */
static int note(struct coordinator *c, const char *word, long trial,
                const char *detail)
{
    struct error e = {0};

    return ours(c) || noted(c,
                            journal_add(c->books->journal, word, trial, true,
                                        &e, "%s", detail),
                            &e);
}

/* --- the study's decisions ----------------------------------------------- */

static int leader(const struct coordinator *c, int group)
{
    return c->crew->first + group * c->crew->ranks;
}

static void order_group(const struct coordinator *c, int group,
                        const struct order *order)
{
    for (int i = 0; i < c->crew->ranks; i++)
        desk_send(leader(c, group) + i, false, order, order_bytes(order));
}

static void train(struct coordinator *c, const struct next *d)
{
    struct order order = {.word = ORDER_TRAIN,
                          .trial = d->trial,
                          .attempt = d->attempt,
                          .until = d->until,
                          .ends_there = d->ends_there};
    struct str values = {0};
    struct error e = {0};

    if (ours(c) || noted(c,
                         record_start(c->books->journal, d->trial, d->attempt,
                                      leader(c, d->seat), c->crew->ranks, &e),
                         &e)) {
        tell(c, EVENT_STOPPED, d->trial, NAN);
        return;
    }
    assignment_text(&c->x->search.space, &study_trial(c->study, d->trial)->a,
                    "\t", &values);
    snprintf(order.values, sizeof(order.values), "%s", str_text(&values));
    str_release(&values);
    order_group(c, d->seat, &order);
    watch_start(c->watch, d);
}

/* Tell every rank, groups or not, that there is nothing more. */
static void say_quit(struct coordinator *c)
{
    const struct order quit = {.word = ORDER_QUIT, .trial = -1};

    for (int i = c->crew->first; i < comm_world()->size; i++)
        desk_send(i, false, &quit, order_bytes(&quit));
    c->over = true;
}

static void obey(struct coordinator *c, const struct next *d)
{
    const struct order stop = {.word = ORDER_STOP, .trial = -1};
    struct error e = {0};

    noted(c, books_record(c->books, &e), &e); /* of those it has dropped */
    switch (d->word) {
    case NEXT_NAME:
        noted(c, books_name(c->books, &e), &e);
        break;
    case NEXT_TRAIN:
        train(c, d);
        break;
    case NEXT_STOP:
        order_group(c, d->seat, &stop);
        break;
    case NEXT_SETTLE:
        note(c, "settle", -1, "");
        tell(c, EVENT_SETTLED, -1, NAN);
        break;
    case NEXT_QUIT:
        say_quit(c);
        break;
    }
}

/* --- what ranks say ------------------------------------------------------ */

/* A trial came to its own end: its result file is there. */
static void take_over(struct coordinator *c, const struct report *r)
{
    const struct ending end = {.failed = r->end != TRAIN_FINISHED,
                               .goal = r->best,
                               .bytes = r->bytes,
                               .reason = r->text};
    struct error e = {0};

    tell(c, end.failed ? EVENT_FAILED : EVENT_FINISHED, r->trial, r->best);
    if (!ours(c))
        noted(c, record_ending(c->books->journal, r->trial, &end, false, &e),
              &e);
    c->fresh = true;
}

/*
 * A trial was lost to the world.  A group that has not heard of a member gets
 * further attempts; one that has met a full disk would meet it again.
 */
static void take_loss(struct coordinator *c, const struct report *r)
{
    struct error e = {0};

    tell(c, EVENT_LOST, r->trial, NAN);
    note(c, "lost", r->trial, r->text);
    if (r->lost &&
        study_trial(c->study, r->trial)->losses <= c->x->run.retries) {
        log_warning("trial %ld was lost and is tried again: %s", r->trial,
                    r->text);
        return;
    }
    error_set(&e, "trial %ld: %s", r->trial, r->text);
    break_off(c, &e);
}

static void take_pause(struct coordinator *c, const struct report *r)
{
    struct error e = {0};

    tell(c, EVENT_PAUSED, r->trial, r->best);
    if (!ours(c))
        noted(c, record_rung(c->books->journal, r->trial, r->best, &e), &e);
}

static void take_end(struct coordinator *c, const struct report *r)
{
    if (r->end == TRAIN_FINISHED || r->end == TRAIN_FAILED)
        take_over(c, r);
    else if (r->end == TRAIN_BROKEN)
        take_loss(c, r);
    else if (r->end == TRAIN_PAUSED)
        take_pause(c, r);
    else {
        tell(c, EVENT_STOP, -1, NAN);
        tell(c, EVENT_STOPPED, r->trial, NAN);
        note(c, "stop", r->trial, "");
    }
}

static void take(struct coordinator *c, int from, const struct report *r)
{
    const int group = (from - c->crew->first) / c->crew->ranks;

    if (r->word == REPORT_SIGNAL) {
        tell(c, EVENT_STOP, -1, NAN);
        return;
    }
    if (r->word == REPORT_WARNING) {
        watch_warning(c->watch, from, r);
        return;
    }
    assert(from >= c->crew->first && group < c->crew->groups);
    if (study_seat(c->study, group) != r->trial)
        return;
    if (r->word == REPORT_END)
        take_end(c, r);
    watch_report(c->watch, group, r);
}

/* --- rounds -------------------------------------------------------------- */

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

bool coordinator_round(struct coordinator *c, double seconds)
{
    struct report r;
    struct next d;
    int from;

    if (signals_seen())
        tell(c, EVENT_STOP, -1, NAN);
    while (study_next(c->study, &d))
        obey(c, &d);
    if (c->over)
        return false;
    while (desk_recv(true, &from, &r, sizeof(r), seconds) > 0) {
        take(c, from, &r);
        seconds = 0;
    }
    aggregate_now_and_then(c);
    watch_round(c->watch);
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
    const struct study_tally t = study_tally(c->study);

    if (t.own[PLACE_WAITING] + t.own[PLACE_PAUSED])
        return SWEEP_STOPPED;
    return t.own[PLACE_FAILED] ? SWEEP_FAILED_TRIALS : SWEEP_DONE;
}
