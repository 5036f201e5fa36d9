/* outbox.c - orders and results that wait for the journal, in their order. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/comm/comm.h"
#include "sweep/run/coordinator_parts.h"

/* While a disk does not answer it is told how all stand. */
#define WAIT_SECONDS 0.25

enum sort { PARCEL_TRAIN, PARCEL_STOP, PARCEL_REPORT };

/* An order to train or to stop, or a report that an attempt is over. */
struct parcel {
    struct parcel *next;
    long after; /* lines of the journal */
    enum sort sort;
    struct next order;    /* an order: this */
    int slot;             /* a report: of whom, and what it says */
    struct report report; /* its text cut behind its end */
};

static void put(struct coordinator *c, struct parcel *p)
{
    p->next = NULL;
    p->after = journal_added(c->books->journal);
    *(c->outbox ? &c->outbox_last->next : &c->outbox) = p;
    c->outbox_last = p;
}

static void put_order(struct coordinator *c, enum sort sort,
                      const struct next *d)
{
    struct parcel *p = memory_new(offsetof(struct parcel, report));

    p->sort = sort;
    p->order = *d;
    put(c, p);
}

void outbox_order(struct coordinator *c, const struct next *d)
{
    put_order(c, PARCEL_TRAIN, d);
}

void outbox_stop(struct coordinator *c, const struct next *d)
{
    put_order(c, PARCEL_STOP, d);
}

void outbox_over(struct coordinator *c, int slot, const struct report *r)
{
    const size_t n = report_bytes(r);
    struct parcel *p = memory_new(offsetof(struct parcel, report) + n);

    p->sort = PARCEL_REPORT;
    p->slot = slot;
    memcpy(&p->report, r, n);
    put(c, p);
}

/* A group of one sends nothing. */
static uint32_t take_number(struct coordinator *c, int slot)
{
    if (c->roster->crew.ranks > 1)
        c->number[slot] = tag_pool_take(&c->tags);
    return c->number[slot];
}

static void send_order(struct coordinator *c, const struct next *d)
{
    const int *team = roster_team(c->roster, d->slot);
    struct order order = {.word = ORDER_TRAIN,
                          .trial = d->trial,
                          .attempt = d->attempt,
                          .members = c->roster->crew.ranks,
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
    monitor_start(c->monitor, d, &a);
    assignment_release(&c->x->search.space, &a);
}

static void send_stop(const struct coordinator *c, const struct next *d)
{
    const struct order order = {.word = ORDER_STOP, .trial = -1};

    coordinator_post_team(c, d->slot, &order);
}

static void deliver(struct coordinator *c, const struct parcel *p)
{
    if (p->sort == PARCEL_TRAIN)
        send_order(c, &p->order);
    else if (p->sort == PARCEL_STOP)
        send_stop(c, &p->order);
    else if (p->report.unbegun)
        monitor_return(c->monitor, p->slot, &p->report);
    else
        monitor_over(c->monitor, p->slot, &p->report, false);
}

/* The journal cannot be written: an order to train does not leave, and of a
 * result nobody is told. */
static void return_to_sender(struct coordinator *c, const struct parcel *p)
{
    if (p->sort == PARCEL_TRAIN)
        coordinator_tell(c, EVENT_STOPPED, p->order.trial, NAN);
    else if (p->sort == PARCEL_STOP)
        send_stop(c, &p->order);
}

/* What waits for no more than `done` lines; -1: the journal has failed. */
static void send_up_to(struct coordinator *c, long done)
{
    for (struct parcel *p; (p = c->outbox); free(p)) {
        if (done >= 0 && p->after > done)
            return;
        c->outbox = p->next;
        if (done < 0)
            return_to_sender(c, p);
        else
            deliver(c, p);
    }
}

void outbox_send(struct coordinator *c)
{
    struct error e = {0};
    const long done = c->outbox ? journal_done(c->books->journal, &e) : 0;

    coordinator_noted(c, done < 0, &e);
    send_up_to(c, done);
    desk_flush(false);
}

void outbox_wait(struct coordinator *c)
{
    if (c->outbox)
        journal_wait_for(c->books->journal, c->outbox->after, WAIT_SECONDS);
}

void outbox_settle(struct coordinator *c)
{
    struct error e = {0};

    coordinator_noted(c, journal_settle(c->books->journal, &e), &e);
    outbox_send(c);
}
