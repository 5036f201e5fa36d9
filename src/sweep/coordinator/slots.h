/*
 * slots.h - what each slot of the study trains, as far as its orders have left
 * and its reports have come.
 *
 * A group of ranks trains what its slots hold in the order in which it was
 * told.
 *
 * Threads: the coordinator's.
 */
#ifndef SWEEP_COORDINATOR_SLOTS_H
#define SWEEP_COORDINATOR_SLOTS_H

#include "sweep/coordinator/rank_groups.h"
#include "sweep/coordinator/time_estimate.h"

struct slots {
    const struct rank_groups *rank_groups; /* borrowed, */
    const struct study *study;             /* too */
    struct slot *slot;                     /* [rank_groups_slots()] owned */
    double *freed; /* [groups] clock; when what it had in hand was over;
                      owned */
    long orders;   /* that have left */
    struct time_estimate work;
    long trained; /* steps, of attempts that are over */
    bool ended;   /* a trial has, or has come to a rung */
};

void slots_init(struct slots *s, const struct rank_groups *rank_groups,
                const struct study *study);
void slots_release(struct slots *s);

/* All that happens is told at a time of the clock: an order has left, */
void slots_start(struct slots *s, const struct next *d, double now);

/* an attempt has come so far, or is over, */
void slots_progress(struct slots *s, int slot, const struct report *r,
                    double now);
void slots_over(struct slots *s, int slot, const struct report *r, double now);

/* it had not begun, and its trial waits again, */
void slots_return(struct slots *s, int slot);

/* or is given up. */
void slots_give_up(struct slots *s);

/* The slot whose trial a group has in hand: of those that it holds the one
 * whose order left first; -1: it holds none.  What waits for the journal is not
 * known here yet.  *since is told the clock when it may have begun, unless
 * NULL. */
int slots_in_hand(const struct slots *s, int group, double *since);

/* Clock: when a slot's group may have begun with it. */
double slots_began(const struct slots *s, int slot);

/* Steps that were trained since this program began, as far as was heard. */
long slots_trained(const struct slots *s);

/* Was a step trained since, or did a trial end or come to a rung?  What is gone
 * on with at its last step is scored, and trained no further. */
bool slots_advanced(const struct slots *s);

/* As time_estimate_left() has it. */
double slots_left(struct slots *s);

#endif
