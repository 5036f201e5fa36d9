/*
 * scheduler_fixture.h - sweeps of a scheduler, and events of their trials.
 */
#ifndef SCHEDULER_FIXTURE_H
#define SCHEDULER_FIXTURE_H

#include "tests/test.h"

#include "sweep/scheduler/scheduler.h"

/* Begin a sweep of n trials that have reached no rung yet. */
static struct scheduler begin_scheduler(struct chosen *c, const char *kind,
                                        long n, bool maximize)
{
    chosen_preset(c, &scheduler_kinds, kind);

    struct scheduler r = {.scheduler = c, .maximize = maximize, .all = n};

    for (long i = 0; i < n; i++)
        scheduler_add(&r, false);
    return r;
}

static void end_scheduler(struct scheduler *r, struct chosen *c)
{
    scheduler_release(r);
    chosen_release(c);
}

static void arrive(struct scheduler *r, long i, double value)
{
    scheduler_pause(r, i, value);
    scheduler_settle(r, i);
}

static long count(const struct scheduler *r, enum decision decision)
{
    long n = 0;

    for (long i = 0; i < r->n; i++)
        n += r->trial[i].decision == decision;
    return n;
}

#endif
