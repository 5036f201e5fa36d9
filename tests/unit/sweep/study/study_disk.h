/*
 * study_disk.h - the simulated disk that holds a simulated study's log.  Now
 * and then all lines are synced; an order is sent once its line is synced; a
 * death of the job loses any number of the last lines that are not synced.
 *
 * An order that was sent binds the next jobs: no attempt of a trial is started
 * twice, no number is used for another trial, and a trial that ended
 * permanently never begins again.
 */
#ifndef STUDY_DISK_H
#define STUDY_DISK_H

#include "tests/test.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "tests/unit/sweep/study/study_laws.h"

/* What was ordered for a trial. */
struct sent_orders {
    struct digest name;
    int attempt; /* the last one sent; 0: none */
    bool over;   /* its end is on the disk */
    bool begun;  /* running in this job, by the lines */
};

struct disk {
    long synced; /* lines that are synced */
    long job;    /* lines at the beginning of this job */
    long n, room;
    struct sent_orders *sent_orders; /* [n] owned */
};

static struct sent_orders *sent_orders_of(struct disk *d, long trial)
{
    while (d->n <= trial) {
        GROW(d->sent_orders, d->n, d->room);
        d->sent_orders[d->n++] = (struct sent_orders){0};
    }
    return &d->sent_orders[trial];
}

static bool is_end(const struct event *e)
{
    return e->word == EVENT_FINISHED || e->word == EVENT_FAILED;
}

static void disk_sync(struct disk *d, const struct replay_log *c)
{
    for (; d->synced < c->n; d->synced++)
        if (is_end(&c->event[d->synced]))
            sent_orders_of(d, c->event[d->synced].trial)->over = true;
}

/* Send an order to train. */
static void disk_send(struct disk *d, const struct study *s, long number)
{
    const struct trial *t = study_trial(s, number);
    struct sent_orders *p = sent_orders_of(d, number);

    assert_false(p->over);
    assert_true(t->attempt > p->attempt);
    assert_true(p->attempt == 0 || digest_equal(p->name, t->name));
    p->attempt = t->attempt;
    p->name = t->name;
}

static void lose_lines(struct disk *d, struct replay_log *c, struct dice *dice)
{
    const uint32_t unsure = (uint32_t)(c->n - d->synced);
    const long left = d->synced + (long)roll(dice, unsure + 1);

    while (c->n > left) {
        struct event *e = &c->event[--c->n];

        if (e->word != EVENT_PROPOSED && e->word != EVENT_DROPPED)
            continue;
        assignment_release(&c->search->space, &e->a);
        c->trials--;
    }
}

static void take_line(struct disk *d, const struct event *e)
{
    if (e->word == EVENT_STARTED)
        sent_orders_of(d, e->trial)->begun = true;
    else if (is_end(e) || e->word == EVENT_PAUSED || e->word == EVENT_LOST)
        sent_orders_of(d, e->trial)->begun = false;
}

/* Find the trials that began in this job and have no end, by the lines that are
 * left. */
static void find_interrupted(struct disk *d, struct replay_log *c,
                             const struct study *s, struct dice *dice)
{
    for (long i = d->job; i < c->n; i++)
        take_line(d, &c->event[i]);
    c->interrupted_n = 0;
    for (long i = 0; i < d->n; i++) {
        if (!d->sent_orders[i].begun)
            continue;
        const struct trial *t = study_trial(s, i);

        d->sent_orders[i].begun = false;
        GROW(c->interrupted, c->interrupted_n, c->interrupted_room);
        c->interrupted[c->interrupted_n++] = (struct interrupted_trial){
            .trial = i, .saved = t->slot >= 0 ? t->saved : roll(dice, 2)};
    }
}

/* The job dies. */
static void disk_down(struct disk *d, struct replay_log *c,
                      const struct study *s, struct dice *dice)
{
    lose_lines(d, c, dice);
    find_interrupted(d, c, s, dice);
}

/* Another job begins, once its judgement is synced. */
static void disk_resume(struct disk *d, const struct replay_log *c)
{
    disk_sync(d, c);
    d->job = c->n;
}

#endif
