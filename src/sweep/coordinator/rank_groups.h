/*
 * rank_groups.h - how the ranks are divided into groups.
 */
#ifndef SWEEP_COORDINATOR_RANK_GROUPS_H
#define SWEEP_COORDINATOR_RANK_GROUPS_H

#include "sweep/experiment/experiment.h"

struct rank_groups {
    int first;  /* the first rank that trains: 1 with a dedicated coordinator */
    int ranks;  /* ranks per group */
    int groups; /* ranks left over are spare */
    int slots_per_group; /* rank_groups_slots_per_group(), or 1 */
};

/* Trials of milliseconds are handed out several at a time to a group of one
 * rank. The rank trains them in the order in which they came, and returns the
 * waiting ones when one is slow. A group has a slot of the study for each trial
 * that it may hold. Slots are numbered: the first slot of every group, then the
 * second of every group, ... */
#define RANK_GROUPS_MOST_SLOTS 256

/* Slots per group: enough to keep a few ranks busy with empty trials. With many
 * ranks each is served more slowly, and needs fewer. */
int rank_groups_slots_per_group(int groups);

static inline int rank_groups_slots(const struct rank_groups *c)
{
    return c->groups * c->slots_per_group;
}

/* Share the ranks of the world out; the same on every rank.  `threads`: as in
 * struct comm. */
int rank_groups_init(struct rank_groups *rank_groups,
                     const struct experiment *x, int ranks, bool threads,
                     bool dedicated, struct error *e);

#endif
