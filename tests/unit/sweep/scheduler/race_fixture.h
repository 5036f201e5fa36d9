/*
 * race_fixture.h - races of a scheduler, and what comes to their entrants.
 */
#ifndef RACE_FIXTURE_H
#define RACE_FIXTURE_H

#include "tests/test.h"

#include "sweep/scheduler/scheduler.h"

/* A race of n entrants that have come nowhere yet. */
static struct race begin_race(struct chosen *c, const char *kind, long n,
                              bool maximize)
{
    chosen_preset(c, &scheduler_kinds, kind);

    struct race r = {.scheduler = c, .maximize = maximize, .all = n};

    for (long i = 0; i < n; i++)
        race_enter(&r, false);
    return r;
}

static void end_race(struct race *r, struct chosen *c)
{
    race_release(r);
    chosen_release(c);
}

static void arrive(struct race *r, long i, double value)
{
    race_pause(r, i, value);
    race_settle(r, i);
}

static long count(const struct race *r, enum ruling ruling)
{
    long n = 0;

    for (long i = 0; i < r->n; i++)
        n += r->entrant[i].ruling == ruling;
    return n;
}

#endif
