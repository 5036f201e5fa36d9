/*
 * slots.h - what each slot of the study trains, according to the orders that
 * were sent and the reports that have come.
 *
 * A group of ranks trains the trials of its slots in the order in which it
 * received them.
 *
 * Threads: the coordinator's.
 */
#ifndef SWEEP_COORDINATOR_SLOTS_H
#define SWEEP_COORDINATOR_SLOTS_H

#include "sweep/coordinator/rank_groups.h"
#include "sweep/coordinator/time_estimate.h"

struct slots {
    const struct rank_groups *rank_groups; /* borrowed */
    const struct study *study;             /* borrowed */
    struct slot *slot;                     /* [rank_groups_slots()] owned */
    double *freed; /* [groups] clock when the trial that it ran last was over;
                      owned */
    long orders;   /* sent so far */
    struct time_estimate work;
    long trained; /* steps of attempts that are over */
    bool ended;   /* a trial has ended or has reached a rung */
};

void slots_init(struct slots *s, const struct rank_groups *rank_groups,
                const struct study *study);
void slots_release(struct slots *s);

/* Events, each at a time of the clock: an order was sent, */
void slots_start(struct slots *s, const struct next *d, double now);

/* an attempt has made progress, or is over, */
void slots_progress(struct slots *s, int slot, const struct report *r,
                    double now);
void slots_over(struct slots *s, int slot, const struct report *r, double now);

/* an attempt had not begun, and its trial waits again, */
void slots_return(struct slots *s, int slot);

/* or its trial is given up. */
void slots_give_up(struct slots *s);

/* Return the slot whose trial a group is running: of its slots the one whose
 * order was sent first; -1 if it holds no trial. Orders that wait for the
 * journal do not count yet. *since, unless NULL, is set to the clock when the
 * trial may have begun. */
int slots_running(const struct slots *s, int group, double *since);

/* Return the clock when a slot's group may have begun its trial. */
double slots_began(const struct slots *s, int slot);

/* Return the steps trained since this program began, as far as reported. */
long slots_trained(const struct slots *s);

/* True if since this program began a step was trained, or a trial ended or
 * reached a rung. A trial that is resumed at its last step is scored without
 * further training. */
bool slots_advanced(const struct slots *s);

/* Return time_estimate_left(). */
double slots_left(struct slots *s);

#endif
