/*
 * queue.h - a set of numbers from which the least is taken: waiting trials.
 *
 * There is a bit for each number, and above each level of words a bit for each
 * word that is not zero: every call takes a few steps.  A zeroed queue is
 * empty.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_STUDY_QUEUE_H
#define SWEEP_STUDY_QUEUE_H

#include <stdint.h>

#define QUEUE_LEVELS 4 /* 64^4 numbers */

struct queue {
    long room;                     /* words in the lowest level */
    uint64_t *level[QUEUE_LEVELS]; /* from the lowest; owned */
};
void queue_release(struct queue *q);

void queue_add(struct queue *q, long number);

/* Remove a number that is in it. */
void queue_remove(struct queue *q, long number);

/* The least number; -1 if empty. */
long queue_first(const struct queue *q);

/* The least number above one that is or was in it; -1 if there is none. */
long queue_next(const struct queue *q, long number);

#endif
