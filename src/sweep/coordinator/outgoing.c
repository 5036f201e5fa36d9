/* outgoing.c - orders and results that wait for the journal, in their order. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/coordinator/coordinator_internal.h"

/* While a disk does not respond, the status is updated after so many seconds.
 */
#define WAIT_SECONDS 0.25

enum sort { OUTGOING_TRAIN, OUTGOING_STOP, OUTGOING_REPORT };

/* An order to train or to stop, or a report that an attempt is over. */
struct outgoing {
    struct outgoing *next;
    long after; /* waits for so many journal lines */
    enum sort sort;
    struct next order;    /* if an order: the order */
    int slot;             /* if a report: its slot, */
    struct report report; /* allocated only up to the end of its text */
};

static void put(struct coordinator *c, struct outgoing *p)
{
    p->next = NULL;
    p->after = c->world->added(c->world->context);
    *(c->outgoing ? &c->outgoing_last->next : &c->outgoing) = p;
    c->outgoing_last = p;
}

static void put_order(struct coordinator *c, enum sort sort,
                      const struct next *d)
{
    struct outgoing *p = memory_new(offsetof(struct outgoing, report));

    p->sort = sort;
    p->order = *d;
    put(c, p);
}

void outgoing_order(struct coordinator *c, const struct next *d)
{
    put_order(c, OUTGOING_TRAIN, d);
}

void outgoing_stop(struct coordinator *c, const struct next *d)
{
    put_order(c, OUTGOING_STOP, d);
}

void outgoing_over(struct coordinator *c, int slot, const struct report *r)
{
    const size_t n = report_bytes(r);
    struct outgoing *p = memory_new(offsetof(struct outgoing, report) + n);

    p->sort = OUTGOING_REPORT;
    p->slot = slot;
    memcpy(&p->report, r, n);
    put(c, p);
}

/* Take a number for the messages of a slot's group; a group of one rank sends
 * none. */
static uint32_t take_number(struct coordinator *c, int slot)
{
    if (c->membership->rank_groups.ranks > 1)
        c->number[slot] = tag_pool_take(&c->tags);
    return c->number[slot];
}

static void send_order(struct coordinator *c, const struct next *d)
{
    const int *team = membership_team(c->membership, d->slot);
    struct order order = {.word = ORDER_TRAIN,
                          .trial = d->trial,
                          .attempt = d->attempt,
                          .members = c->membership->rank_groups.ranks,
                          .number = take_number(c, d->slot),
                          .until = d->until,
                          .ends_there = d->ends_there};
    struct assignment a = study_assignment(c->study, d->trial);
    struct str values = {0};

    memcpy(order_ranks(&order), team, (size_t)order.members * sizeof(*team));
    assignment_whole(&c->x->search.space, &a, &values);
    snprintf(order_values(&order), ORDER_VALUES, "%s", str_text(&values));
    str_release(&values);
    coordinator_post_team(c, d->slot, &order);
    slots_start(c->slots, d, coordinator_now(c));
    c->world->notify(c->world->context, &(struct notice){.word = NOTICE_START,
                                                         .slot = d->slot,
                                                         .next = d,
                                                         .values = &a});
    assignment_release(&c->x->search.space, &a);
}

static void send_stop(const struct coordinator *c, const struct next *d)
{
    const struct order order = {.word = ORDER_STOP, .trial = -1};

    coordinator_post_team(c, d->slot, &order);
}

static void deliver(struct coordinator *c, const struct outgoing *p)
{
    if (p->sort == OUTGOING_TRAIN)
        send_order(c, &p->order);
    else if (p->sort == OUTGOING_STOP)
        send_stop(c, &p->order);
    else if (p->report.unbegun) {
        slots_return(c->slots, p->slot);
        coordinator_notify(c, NOTICE_RETURN, p->slot, &p->report);
    } else
        coordinator_over(c, p->slot, &p->report, false);
}

/* The journal cannot be written: an order to train is not sent, and nobody is
 * notified of a result. */
static void return_to_sender(struct coordinator *c, const struct outgoing *p)
{
    if (p->sort == OUTGOING_TRAIN)
        coordinator_tell(c, EVENT_STOPPED, p->order.trial, NAN);
    else if (p->sort == OUTGOING_STOP)
        send_stop(c, &p->order);
}

/* Send what waits for at most `done` lines; -1: the journal has failed. */
static void send_up_to(struct coordinator *c, long done)
{
    for (struct outgoing *p; (p = c->outgoing); free(p)) {
        if (done >= 0 && p->after > done)
            return;
        c->outgoing = p->next;
        if (done < 0)
            return_to_sender(c, p);
        else
            deliver(c, p);
    }
}

void outgoing_send(struct coordinator *c)
{
    const struct world *w = c->world;
    struct error e = {0};
    const long done = c->outgoing ? w->done(w->context, &e) : 0;

    coordinator_noted(c, done < 0, &e);
    send_up_to(c, done);
    w->flush(w->context);
}

void outgoing_wait(struct coordinator *c)
{
    if (c->outgoing)
        c->world->wait(c->world->context, c->outgoing->after, WAIT_SECONDS);
}

void outgoing_settle(struct coordinator *c)
{
    struct error e = {0};

    coordinator_noted(c, c->world->settle(c->world->context, &e), &e);
    outgoing_send(c);
}

void outgoing_release(struct coordinator *c)
{
    for (struct outgoing *p; (p = c->outgoing); free(p))
        c->outgoing = p->next;
}
