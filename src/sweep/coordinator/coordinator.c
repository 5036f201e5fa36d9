#include "config.h"

#include "sweep/coordinator/coordinator.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "sweep/coordinator/coordinator_internal.h"
#include "sweep/ledger/record.h"
#include "sweep/results/aggregate.h"

/* While the sweep runs the aggregate is rebuilt if that costs less than 1 % of
 * the time since it was last built, and at least so many seconds have passed;
 * and only if the sweep is not too large. */
#define AGGREGATE_SECONDS 60.0
#define AGGREGATE_SHARE 0.01

struct coordinator *coordinator_new(const struct coordinator_setup *of)
{
    struct coordinator *c = memory_zeroed(1, sizeof(*c));
    const struct membership *membership = of->membership;

    c->world = of->world;
    c->x = of->experiment;
    c->o = of->options;
    c->study = of->study;
    c->membership = of->membership;
    c->slots = of->slots;
    c->said_bye = memory_zeroed((size_t)membership->n, sizeof(*c->said_bye));
    c->aggregated = coordinator_now(c);
    c->costs = NAN;
    c->number =
        memory_zeroed((size_t)rank_groups_slots(&membership->rank_groups) + 1,
                      sizeof(*c->number));
    tag_pool_init(&c->tags, c->world->numbers(c->world->context));
    members_begin(c);
    return c;
}

void coordinator_free(struct coordinator *c)
{
    if (!c)
        return;
    outgoing_release(c);
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

double coordinator_now(const struct coordinator *c)
{
    return c->world->now(c->world->context);
}

void coordinator_notify(const struct coordinator *c, enum notice_word word,
                        int slot, const struct report *r)
{
    c->world->notify(c->world->context,
                     &(struct notice){.word = word, .slot = slot, .report = r});
}

void coordinator_over(const struct coordinator *c, int slot,
                      const struct report *r, bool again)
{
    slots_over(c->slots, slot, r, coordinator_now(c));
    c->world->notify(c->world->context, &(struct notice){.word = NOTICE_OVER,
                                                         .slot = slot,
                                                         .report = r,
                                                         .again = again});
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

    return coordinator_noted(c,
                             c->world->add(c->world->context, record_name(word),
                                           trial, true, why, &e),
                             &e);
}

int coordinator_note(struct coordinator *c, enum record_word word, long trial,
                     const char *why)
{
    const int failed = coordinator_add(c, word, trial, why);

    outgoing_settle(c);
    return failed;
}

/* --- the study's decisions ----------------------------------------------- */

void coordinator_post(const struct coordinator *c, int rank,
                      const struct order *order)
{
    c->world->post(c->world->context, rank, order, order_bytes(order));
}

/* A silent rank is sent nothing (comm/heartbeat.h). */
void coordinator_post_team(const struct coordinator *c, int slot,
                           const struct order *order)
{
    const int *rank = membership_team(c->membership, slot);

    for (int i = 0; i < c->membership->rank_groups.ranks; i++)
        if (!c->membership->member[rank[i]].gone)
            coordinator_post(c, rank[i], order);
}

static void train(struct coordinator *c, const struct next *d)
{
    struct str text = {0};

    record_start_text(d->attempt, membership_team(c->membership, d->slot),
                      c->membership->rank_groups.ranks, &text);
    const int failed =
        coordinator_add(c, RECORD_START, d->trial, str_text(&text));

    str_release(&text);
    if (failed)
        coordinator_tell(c, EVENT_STOPPED, d->trial, NAN);
    else
        outgoing_order(c, d);
}

/* Send an order to every rank that is there, in a team or not. */
static void post_all(struct coordinator *c, const struct order *order)
{
    for (int i = c->membership->rank_groups.first; i < c->membership->n; i++)
        if (!c->membership->member[i].gone)
            coordinator_post(c, i, order);
}

static void order_quit(struct coordinator *c)
{
    outgoing_settle(c);
    post_all(c, &(struct order){.word = ORDER_QUIT, .trial = -1});
    c->quit = true;
}

/* Order all ranks to leave, once all have answered; ranks that fall silent
 * meanwhile do not count. */
static void order_leave(struct coordinator *c)
{
    if (!members_all_said_bye(c))
        return;
    post_all(c, &(struct order){.word = ORDER_LEAVE,
                                .trial = -1,
                                .attendance = members_attendance(c)});
    c->over = true;
}

/* If the job ends before a trial has stopped, it is not that trial's fault,
 * unless the trial has just ended a rank, after which the launcher ends all
 * ranks. So the journal records the order to stop only once all ranks of the
 * trial are known to live. */
static void clear_suspect(struct coordinator *c, int slot)
{
    const struct world *w = c->world;
    const long trial = study_slot(c->study, slot);
    struct error e = {0};

    c->suspect[slot] = trial >= 0 && !members_live(c, slot);
    if (trial >= 0 && !c->suspect[slot])
        coordinator_noted(
            c,
            w->add(w->context, record_name(RECORD_TOLD), trial, false, "", &e),
            &e);
}

/* Clear the suspects whose ranks have been heard from since. */
static void clear_suspects(struct coordinator *c)
{
    const struct world *w = c->world;
    const long before = w->added(w->context);
    bool any = false;

    for (int i = 0;
         c->suspects && i < rank_groups_slots(&c->membership->rank_groups);
         i++) {
        if (c->suspect[i])
            clear_suspect(c, i);
        any |= c->suspect[i];
    }
    c->suspects = any;
    if (w->added(w->context) > before)
        outgoing_settle(c);
}

static void stop(struct coordinator *c, const struct next *d)
{
    clear_suspect(c, d->slot);
    c->suspects |= c->suspect[d->slot];
    outgoing_stop(c, d);
}

static void obey(struct coordinator *c, const struct next *d)
{
    const struct world *w = c->world;
    struct error e = {0};

    coordinator_noted(c, w->record(w->context, &e), &e);
    switch (d->word) {
    case NEXT_NAME:
        coordinator_noted(c, w->name(w->context, &e), &e);
        break;
    case NEXT_TRAIN:
        train(c, d);
        break;
    case NEXT_FAIL:
        reports_give_up(c, d->trial);
        break;
    case NEXT_STOP:
        stop(c, d);
        break;
    case NEXT_SETTLE:
        coordinator_note(c, RECORD_SETTLE, -1, "");
        coordinator_tell(c, EVENT_SETTLED, -1, NAN);
        break;
    case NEXT_QUIT:
        order_quit(c);
        break;
    }
}

/* --- rounds -------------------------------------------------------------- */

static void aggregate_now(struct coordinator *c)
{
    const double before = coordinator_now(c);

    c->fresh = c->world->aggregate(c->world->context) != 0;
    c->aggregated = coordinator_now(c);
    c->aggregate_costs = c->aggregated - before;
}

static void aggregate_now_and_then(struct coordinator *c)
{
    const double since = coordinator_now(c) - c->aggregated;

    if (c->fresh && study_tally(c->study).trials <= AGGREGATE_MOST &&
        since > AGGREGATE_SECONDS &&
        since > c->aggregate_costs / AGGREGATE_SHARE)
        aggregate_now(c);
}

static void check_lease(struct coordinator *c)
{
    struct error e;

    if (!c->broken && c->world->is_held(c->world->context, &e))
        coordinator_break(c, &e);
}

static void decide(struct coordinator *c)
{
    const struct world *w = c->world;
    struct next d;

    check_lease(c);
    w->stop_takes(w->context, c->longest + c->aggregate_costs);
    if (w->stop_asked(w->context))
        coordinator_tell(c, EVENT_STOP, -1, NAN);
    members_update(c);
    clear_suspects(c);
    while (study_next(c->study, &d))
        obey(c, &d);
    outgoing_send(c);
    stuck_check(c);
    if (c->quit)
        order_leave(c);
    w->flush(w->context);
}

/* Receive reports; true if any came. */
static bool receive_reports(struct coordinator *c, double seconds)
{
    const struct world *w = c->world;
    struct result_message r;
    int from;
    bool any = false;

    while (w->receive(w->context, &from, &r, sizeof(r), any ? 0 : seconds) >
           0) {
        reports_take(c, from, &r.report);
        any = true;
    }
    return any;
}

/* Seconds that it may wait for messages. */
static double wait_seconds(const struct coordinator *c)
{
    if (c->outgoing)
        return 0;
    return study_waits(c->study) ? 0.02 : c->suspects ? 0.05 : 0.25;
}

bool coordinator_round(struct coordinator *c, bool may_wait)
{
    decide(c);
    c->world->before_wait(c->world->context);
    if (c->over)
        return false;
    if (!receive_reports(c, may_wait ? wait_seconds(c) : 0))
        outgoing_wait(c);
    aggregate_now_and_then(c);
    c->world->after_wait(c->world->context);
    return true;
}

void coordinator_run(struct coordinator *c)
{
    while (coordinator_round(c, true))
        ;
}

enum sweep_end coordinator_end(const struct coordinator *c, struct error *e)
{
    struct error lost;

    if (c->broken) {
        *e = c->error;
        return c->world->is_held(c->world->context, &lost) ? SWEEP_HELD
                                                           : SWEEP_ERROR;
    }
    const struct study_tally t = study_tally(c->study);

    if (study_failed_too_often(c->study))
        return SWEEP_FAILED_TRIALS;
    if (t.own[PHASE_WAITING] + t.own[PHASE_PAUSED])
        return SWEEP_STOPPED;
    return t.own[PHASE_FAILED] ? SWEEP_FAILED_TRIALS : SWEEP_DONE;
}

enum attendance coordinator_attendance(const struct coordinator *c)
{
    return members_attendance(c);
}
