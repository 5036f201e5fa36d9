/*
 * rank_groups.h - how many groups the ranks make.
 */
#ifndef SWEEP_COORDINATOR_RANK_GROUPS_H
#define SWEEP_COORDINATOR_RANK_GROUPS_H

#include "sweep/experiment/experiment.h"

struct rank_groups {
    int first;  /* the first rank that trains: 1 with a dedicated coordinator */
    int ranks;  /* a group */
    int groups; /* ranks left over are spare */
    int lanes;  /* trials that a group may hold at most: rank_groups_lanes() */
};

/* Trials of milliseconds are handed out several at a time, to a rank alone: it
 * trains them in the order in which they came, and hands back what waits when
 * one takes its time.  Each lane of a group is a slot of the study: the first
 * lanes of all groups, then the second ones, ... */
#define RANK_GROUPS_LANES 256

/* As many as keep a few ranks busy with empty trials; of many ranks each is fed
 * more slowly, and needs fewer. */
int rank_groups_lanes(int groups);

static inline int rank_groups_slots(const struct rank_groups *c)
{
    return c->groups * c->lanes;
}

/* Share the ranks of the world out; the same on every rank.  `threads`: as in
 * struct comm. */
int rank_groups_init(struct rank_groups *rank_groups,
                     const struct experiment *x, int ranks, bool threads,
                     bool dedicated, struct error *e);

#endif
