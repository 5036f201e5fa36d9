/*
 * study_disk.h - the disk that a simulated study's log lies on: lines are
 * synced now and then, all that there are, an order leaves once its line is,
 * and a death takes any number of the last lines that are not.
 *
 * What has left is a promise to whoever trains: of a trial no attempt is given
 * out twice, no number is another trial's later, and what has ended for good
 * never begins again.
 */
#ifndef STUDY_DISK_H
#define STUDY_DISK_H

#include "tests/test.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "tests/unit/sweep/study/study_laws.h"

/* Of a trial. */
struct promise {
    struct digest name;
    int attempt; /* that left last; 0: none has */
    bool over;   /* its end is on the disk */
    bool begun;  /* in this job, by the lines */
};

struct disk {
    long synced; /* lines that are there whatever comes, */
    long job;    /* ... and with which this job began */
    long n, room;
    struct promise *promise; /* [n] owned */
};

static struct promise *promise_of(struct disk *d, long trial)
{
    while (d->n <= trial) {
        GROW(d->promise, d->n, d->room);
        d->promise[d->n++] = (struct promise){0};
    }
    return &d->promise[trial];
}

static bool is_end(const struct event *e)
{
    return e->word == EVENT_FINISHED || e->word == EVENT_FAILED;
}

static void disk_sync(struct disk *d, const struct replay_log *c)
{
    for (; d->synced < c->n; d->synced++)
        if (is_end(&c->event[d->synced]))
            promise_of(d, c->event[d->synced].trial)->over = true;
}

/* An order to train leaves. */
static void disk_send(struct disk *d, const struct study *s, long number)
{
    const struct trial *t = study_trial(s, number);
    struct promise *p = promise_of(d, number);

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
        promise_of(d, e->trial)->begun = true;
    else if (is_end(e) || e->word == EVENT_PAUSED || e->word == EVENT_LOST)
        promise_of(d, e->trial)->begun = false;
}

/* Those that began in this job and have no end, by the lines that are left. */
static void find_held(struct disk *d, struct replay_log *c,
                      const struct study *s, struct dice *dice)
{
    for (long i = d->job; i < c->n; i++)
        take_line(d, &c->event[i]);
    c->held_n = 0;
    for (long i = 0; i < d->n; i++) {
        if (!d->promise[i].begun)
            continue;
        const struct trial *t = study_trial(s, i);

        d->promise[i].begun = false;
        GROW(c->held, c->held_n, c->held_room);
        c->held[c->held_n++] = (struct held){
            .trial = i, .saved = t->slot >= 0 ? t->saved : roll(dice, 2)};
    }
}

/* The job goes down. */
static void disk_down(struct disk *d, struct replay_log *c,
                      const struct study *s, struct dice *dice)
{
    lose_lines(d, c, dice);
    find_held(d, c, s, dice);
}

/* Another begins, once all that it has judged is there. */
static void disk_resume(struct disk *d, const struct replay_log *c)
{
    disk_sync(d, c);
    d->job = c->n;
}

#endif
