/*
 * deal.h - the batches of an epoch, one behind the other.
 *
 * A stored set is dealt whole, in the epoch's order (batch_order()).  Of a made
 * one (examples.h) each epoch has a keyed permutation (random_permuted()), and
 * a window of it is there: the examples from one place in the epoch on, made,
 * and stored as they come.  Where a batch might go on behind the window, the
 * window is made anew from the batch on.  So a batch is a function of the set,
 * the seed, the epoch and its first place alone, however that was come to, and
 * memory hangs on the batch, not on the set.
 *
 * Threads: a deal belongs to one thread; all may read between its calls.
 */
#ifndef DATA_DEAL_H
#define DATA_DEAL_H

#include "data/batch.h"

struct deal {
    const struct examples *of; /* the whole set; borrowed */
    uint64_t seed;
    long epoch;  /* that is dealt; -1: none yet */
    int *order;  /* owned [deal_examples()->n] */
    long first;  /* the place in the epoch of order[0] */
    int window;  /* examples that a window has, but for the epoch's last */
    int *number; /* owned [window]: those made, in the whole set */
    struct examples made; /* owned */
};

void deal_init(struct deal *d, const struct examples *of, uint64_t seed);
void deal_release(struct deal *d);

/* Begin as another, which is of the same set and seed, has begun: a whole order
 * is copied, which is faster than to find it. */
void deal_like(struct deal *d, const struct deal *other);

/* Where the examples are whose order it has: in the whole set, or those that
 * were made. */
static inline const struct examples *deal_examples(const struct deal *d)
{
    return d->of->made ? &d->made : d->of;
}

/*
 * The batch that begins at a place of an epoch: order[r.first .. r.end) of
 * deal_examples(), until the next call.  `b` is the same in all calls.  The
 * examples of a made set are not sorted by length: asked for, its batches end
 * wherever another length comes.
 */
struct run deal_batch(struct deal *d, const struct batching *b, long epoch,
                      long place);

#endif
