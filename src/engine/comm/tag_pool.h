/*
 * tag_pool.h - what tells the messages of one attempt of a group from
 * another's.
 *
 * Rank 0 gives each attempt of a trial that several ranks train a number, which
 * is in the tags of its messages.  That of an attempt that was lost, though its
 * result was found, or broke off, is not given again as long as there are
 * others: its messages may still be on their way.  So may those of one that the
 * leader handed back before it began, for other members may have begun.  Tags
 * have room for a few thousand numbers at the least.
 *
 * Threads: one at a time.
 */
#ifndef ENGINE_COMM_TAG_POOL_H
#define ENGINE_COMM_TAG_POOL_H

#include <stdint.h>

struct tag_pool {
    uint32_t n, next; /* numbers 0..n-1 */
    uint64_t *taken;  /* a bit each; owned */
};

void tag_pool_init(struct tag_pool *q, uint32_t n);
void tag_pool_release(struct tag_pool *q);

/* One that is not taken, in turn.  Where all are, after some thousand losses,
 * the next one all the same: a message that is still on its way by then would
 * have to be of the same two ranks to be taken for another. */
uint32_t tag_pool_take(struct tag_pool *q);

/* No message has it any more. */
void tag_pool_return(struct tag_pool *q, uint32_t number);

#endif
