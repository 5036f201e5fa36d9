/*
 * tag_pool.h - numbers that separate the messages of one attempt of a group
 * from those of others.
 *
 * Rank 0 gives a number to each attempt of a trial that several ranks train;
 * the tags of its messages have it.  The number of an attempt that was lost or
 * broke off, even if its result was found, is not used again as long as there
 * are others: its messages may still arrive.  The same holds for an attempt
 * that the leader gave back before it began, since other members may have
 * begun.  There is room for at least a few thousand numbers in a tag.
 *
 * Threads: one at a time.
 */
#ifndef ENGINE_COMM_TAG_POOL_H
#define ENGINE_COMM_TAG_POOL_H

#include <stdint.h>

struct tag_pool {
    uint32_t n, next; /* numbers 0..n-1 */
    uint64_t *taken;  /* a bit for each number; owned */
};

void tag_pool_init(struct tag_pool *q, uint32_t n);
void tag_pool_release(struct tag_pool *q);

/* Take the next number that is not taken.  If all are, after some thousand
 * losses, the next one is taken again: a message of that number that is still
 * to arrive would be mistaken only between the same two ranks. */
uint32_t tag_pool_take(struct tag_pool *q);

/* Return a number that no message has any more. */
void tag_pool_return(struct tag_pool *q, uint32_t number);

#endif
