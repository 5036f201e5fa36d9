/*
 * numbers.h - what tells the messages of one attempt of a group from another's.
 *
 * Rank 0 gives each attempt of a trial that several ranks train a number, which
 * is in the tags of its messages.  That of an attempt that was lost is not
 * given again, as long as there are others: its messages may still be on their
 * way.  Tags have room for a few thousand numbers at the least.
 *
 * Threads: one at a time.
 */
#ifndef COMM_NUMBERS_H
#define COMM_NUMBERS_H

#include <stdint.h>

struct numbers {
    uint32_t n, next; /* numbers 0..n-1 */
    uint64_t *taken;  /* a bit each; owned */
};

void numbers_init(struct numbers *q, uint32_t n);
void numbers_release(struct numbers *q);

/* One that is not taken, in turn; where all are, the next one all the same. */
uint32_t numbers_take(struct numbers *q);

/* No message has it any more. */
void numbers_return(struct numbers *q, uint32_t number);

#endif
