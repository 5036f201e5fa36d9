/*
 * queue.h - numbers of which the least is wanted: trials that wait.
 *
 * A bit a number, and above each level of words one that says which of them are
 * not empty: all calls take a few steps.  A zeroed queue is empty.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_STUDY_QUEUE_H
#define SWEEP_STUDY_QUEUE_H

#include <stdint.h>

#define QUEUE_LEVELS 4 /* 64^4 numbers */

struct queue {
    long room;                     /* words of the lowest level */
    uint64_t *level[QUEUE_LEVELS]; /* the lowest first; owned */
};
void queue_release(struct queue *q);

void queue_add(struct queue *q, long number);

/* One that is in it. */
void queue_remove(struct queue *q, long number);

/* The least; -1: it is empty. */
long queue_first(const struct queue *q);

/* The least above a number that is or was in it; -1: there is none. */
long queue_next(const struct queue *q, long number);

#endif
