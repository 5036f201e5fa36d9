/*
 * crew.h - how many groups the ranks make.
 */
#ifndef SWEEP_COORDINATOR_CREW_H
#define SWEEP_COORDINATOR_CREW_H

#include "sweep/experiment/experiment.h"

struct crew {
    int first;  /* the first rank that trains: 1 with a dedicated coordinator */
    int ranks;  /* a group */
    int groups; /* ranks left over are spare */
    int lanes;  /* trials that a group may hold at most: crew_lanes() */
};

/* Trials of milliseconds are handed out several at a time, to a rank alone: it
 * trains them in the order in which they came, and hands back what waits when
 * one takes its time.  Each lane of a group is a slot of the study: the first
 * lanes of all groups, then the second ones, ... */
#define CREW_LANES 256

/* As many as keep a few ranks busy with empty trials; of many ranks each is fed
 * more slowly, and needs fewer. */
int crew_lanes(int groups);

static inline int crew_slots(const struct crew *c)
{
    return c->groups * c->lanes;
}

/* Share the ranks out; the same on every rank. */
int crew_init(struct crew *crew, const struct experiment *x, bool dedicated,
              struct error *e);

#endif
