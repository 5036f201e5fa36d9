#include "config.h"

#include "sweep/run/coordinator.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "engine/comm/comm.h"
#include "sweep/ledger/record.h"
#include "sweep/results/aggregate.h"
#include "sweep/run/coordinator_parts.h"
#include "sweep/run/proposer.h"
#include "sweep/run/signals.h"
#include "sweep/run/time_limit.h"

/* The aggregate is rebuilt on the way when that costs less than 1 % of the
 * time since it was last built, and not more often than this; of a sweep that
 * is not too large. */
#define AGGREGATE_SECONDS 60.0
#define AGGREGATE_SHARE 0.01

/* Times run.silence that a sweep waits for someone to wake. */
#define STUCK_WAIT 3

struct coordinator *coordinator_new(struct roster *roster, struct books *b,
                                    struct monitor *w)
{
    struct coordinator *c = memory_zeroed(1, sizeof(*c));

    c->x = b->x;
    c->o = b->o;
    c->roster = roster;
    c->books = b;
    c->study = b->study;
    c->monitor = w;
    c->said_bye = memory_zeroed((size_t)roster->n, sizeof(*c->said_bye));
    c->aggregated = clock_now();
    c->costs = NAN;
    c->number = memory_zeroed((size_t)crew_slots(&roster->crew) + 1,
                              sizeof(*c->number));
    tag_pool_init(&c->tags, group_numbers());
    members_begin(c);
    c->proposer = proposer_new();
    study_propose_by(c->study, proposer_ask, c->proposer);
    return c;
}

void coordinator_free(struct coordinator *c)
{
    if (!c)
        return;
    study_propose_by(c->study, NULL, NULL);
    proposer_free(c->proposer);
    free(c->said_bye);
    free(c->open);
    free(c->suspect);
    free(c->number);
    tag_pool_release(&c->tags);
    free(c);
}

void coordinator_tell(struct coordinator *c, enum event_word word, long trial,
                      double goal)
{
    study_tell(c->study,
               &(struct event){.word = word, .trial = trial, .goal = goal});
}

void coordinator_break(struct coordinator *c, const struct error *why)
{
    if (!c->broken)
        c->error = *why;
    c->broken = true;
    coordinator_tell(c, EVENT_STOP, -1, NAN);
}

int coordinator_noted(struct coordinator *c, int failed, const struct error *e)
{
    if (failed)
        coordinator_break(c, e);
    return failed;
}

int coordinator_add(struct coordinator *c, enum record_word word, long trial,
                    const char *why)
{
    struct error e = {0};

    return coordinator_noted(
        c, record_word(c->books->journal, word, trial, why, true, &e), &e);
}

int coordinator_note(struct coordinator *c, enum record_word word, long trial,
                     const char *why)
{
    const int failed = coordinator_add(c, word, trial, why);

    outbox_settle(c);
    return failed;
}

/* --- the study's decisions ----------------------------------------------- */

void coordinator_post(int rank, const struct order *order)
{
    desk_post(rank, false, order, order_bytes(order));
}

/* A rank that is silent is not sent anything (comm/pulse.h). */
void coordinator_post_team(const struct coordinator *c, int slot,
                           const struct order *order)
{
    const int *rank = roster_team(c->roster, slot);

    for (int i = 0; i < c->roster->crew.ranks; i++)
        if (!c->roster->member[rank[i]].gone)
            coordinator_post(rank[i], order);
}

static void train(struct coordinator *c, const struct next *d)
{
    struct error e = {0};
    const int failed = record_start(c->books->journal, d->trial, d->attempt,
                                    roster_team(c->roster, d->slot),
                                    c->roster->crew.ranks, &e);

    if (coordinator_noted(c, failed, &e))
        coordinator_tell(c, EVENT_STOPPED, d->trial, NAN);
    else
        outbox_order(c, d);
}

/* Tell every rank that is there, in a team or not. */
static void tell_everyone(struct coordinator *c, const struct order *order)
{
    for (int i = c->roster->crew.first; i < c->roster->n; i++)
        if (!c->roster->member[i].gone)
            coordinator_post(i, order);
}

static void say_quit(struct coordinator *c)
{
    outbox_settle(c);
    tell_everyone(c, &(struct order){.word = ORDER_QUIT, .trial = -1});
    c->quit = true;
}

/* Once all have answered: those who fall silent meanwhile do not count. */
static void say_leave(struct coordinator *c)
{
    if (!members_all_said_bye(c))
        return;
    tell_everyone(c, &(struct order){.word = ORDER_LEAVE,
                                     .trial = -1,
                                     .attendance = members_attendance(c)});
    c->over = true;
}

/* Whatever ends the job before a trial has stopped, it is not that trial;
 * unless it is what has just ended a rank, by which the launcher ends all: the
 * journal says that it was told once all who train it are known to live. */
static void clear_suspect(struct coordinator *c, int slot)
{
    const long trial = study_slot(c->study, slot);
    struct error e = {0};

    c->suspect[slot] = trial >= 0 && !members_live(c, slot);
    if (trial >= 0 && !c->suspect[slot])
        coordinator_noted(
            c,
            record_word(c->books->journal, RECORD_TOLD, trial, "", false, &e),
            &e);
}

/* Those of whose ranks word has come since. */
static void clear_suspects(struct coordinator *c)
{
    const long before = journal_added(c->books->journal);
    bool any = false;

    for (int i = 0; c->suspects && i < crew_slots(&c->roster->crew); i++) {
        if (c->suspect[i])
            clear_suspect(c, i);
        any |= c->suspect[i];
    }
    c->suspects = any;
    if (journal_added(c->books->journal) > before)
        outbox_settle(c);
}

static void stop(struct coordinator *c, const struct next *d)
{
    clear_suspect(c, d->slot);
    c->suspects |= c->suspect[d->slot];
    outbox_stop(c, d);
}

static void obey(struct coordinator *c, const struct next *d)
{
    struct error e = {0};

    coordinator_noted(c, books_record(c->books, &e),
                      &e); /* of those it has dropped */
    switch (d->word) {
    case NEXT_NAME:
        coordinator_noted(c, books_name(c->books, &e), &e);
        break;
    case NEXT_TRAIN:
        train(c, d);
        break;
    case NEXT_STOP:
        stop(c, d);
        break;
    case NEXT_SETTLE:
        coordinator_note(c, RECORD_SETTLE, -1, "");
        coordinator_tell(c, EVENT_SETTLED, -1, NAN);
        break;
    case NEXT_QUIT:
        say_quit(c);
        break;
    }
}

/* --- rounds -------------------------------------------------------------- */

static void aggregate_now(struct coordinator *c)
{
    const double before = clock_now();
    struct error e = {0}, lost;

    if (lease_lost(c->books->lease, &e))
        return;
    c->fresh = aggregate_write(c->o->dir, c->x, c->books->lease, &e) != 0;
    if (c->fresh && !lease_seen_lost(c->books->lease, &lost))
        log_warning("sweep.h5 is not up to date, and is tried again: %s",
                    e.text);
    c->aggregated = clock_now();
    c->aggregate_costs = c->aggregated - before;
}

static void aggregate_now_and_then(struct coordinator *c)
{
    const double since = clock_now() - c->aggregated;

    if (c->fresh && study_tally(c->study).trials <= AGGREGATE_MOST &&
        since > AGGREGATE_SECONDS &&
        since > c->aggregate_costs / AGGREGATE_SHARE)
        aggregate_now(c);
}

static bool is_any_open(const struct coordinator *c)
{
    for (int i = 0; i < crew_slots(&c->roster->crew); i++)
        if (c->open[i])
            return true;
    return false;
}

/* No rank is left that could train what waits?  Who is silent may yet wake. */
static void break_if_stuck(struct coordinator *c)
{
    const double now = clock_now();
    struct error e;

    if (!study_stuck(c->study) || members_forgive(c)) {
        c->stuck = 0;
        return;
    }
    if (!c->stuck)
        c->stuck = now;
    if (members_may_wake(c) && now - c->stuck < STUCK_WAIT * c->x->run.silence)
        return;
    if (is_any_open(c))
        error_set(&e,
                  "trial %ld, the first that waits, can begin on none of the "
                  "ranks that are left; the same command goes on from here",
                  study_first(c->study));
    else
        error_set(&e, "no rank is left to train with; the same command goes on "
                      "from here");
    coordinator_break(c, &e);
}

static void heed_lease(struct coordinator *c)
{
    struct error e;

    if (!c->broken && lease_seen_lost(c->books->lease, &e))
        coordinator_break(c, &e);
}

static void decide(struct coordinator *c)
{
    struct next d;

    heed_lease(c);
    time_limit_heed(c->longest + c->aggregate_costs);
    if (signals_seen())
        coordinator_tell(c, EVENT_STOP, -1, NAN);
    members_look(c);
    clear_suspects(c);
    while (study_next(c->study, &d))
        obey(c, &d);
    outbox_send(c);
    break_if_stuck(c);
    if (c->quit)
        say_leave(c);
    desk_flush(false);
    monitor_flush(c->monitor);
}

/* Did anyone say something? */
static bool listen(struct coordinator *c, double seconds)
{
    struct letter r;
    int from;
    bool any = false;

    while (desk_recv(true, &from, &r, sizeof(r), any ? 0 : seconds) > 0) {
        reports_take(c, from, &r.report);
        any = true;
    }
    return any;
}

bool coordinator_round(struct coordinator *c, double seconds)
{
    decide(c);
    if (c->over)
        return false;
    if (!listen(c, c->outbox ? 0 : seconds))
        outbox_wait(c);
    aggregate_now_and_then(c);
    monitor_round(c->monitor);
    return true;
}

void coordinator_run(struct coordinator *c)
{
    while (coordinator_round(c, study_waits(c->study) ? 0.02
                                : c->suspects         ? 0.05
                                                      : 0.25))
        ;
}

enum sweep_end coordinator_end(const struct coordinator *c, struct error *e)
{
    struct error lost;

    if (c->broken) {
        *e = c->error;
        return lease_seen_lost(c->books->lease, &lost) ? SWEEP_HELD
                                                       : SWEEP_ERROR;
    }
    const struct study_tally t = study_tally(c->study);

    if (c->too_many)
        return SWEEP_FAILED_TRIALS;
    if (t.own[PHASE_WAITING] + t.own[PHASE_PAUSED])
        return SWEEP_STOPPED;
    return t.own[PHASE_FAILED] ? SWEEP_FAILED_TRIALS : SWEEP_DONE;
}

enum attendance coordinator_attendance(const struct coordinator *c)
{
    return members_attendance(c);
}
