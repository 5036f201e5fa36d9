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
#ifndef ENGINE_DATA_DEAL_H
#define ENGINE_DATA_DEAL_H

#include "engine/data/batch.h"

/*
 * All that a batch is a function of beside its place: a deal reads nothing
 * else.  Two keys of the same bytes deal the same, so no byte may be padding.
 */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
struct deal_key {
    const struct examples *of; /* the whole set; borrowed */
    uint64_t serial;           /* its, which outlives it */
    long n;                    /* its examples */
    uint64_t seed;
    struct batching how;
};
#pragma GCC diagnostic pop
struct deal_key deal_key(const struct examples *of, uint64_t seed,
                         struct batching how);
bool deal_key_equal(const struct deal_key *a, const struct deal_key *b);

struct deal {
    struct deal_key key;
    long epoch;  /* that is dealt; -1: none yet */
    int *order;  /* owned [deal_examples()->n] */
    long first;  /* the place in the epoch of order[0] */
    int window;  /* examples that a window has, but for the epoch's last */
    int *number; /* owned [window]: those made, in the whole set */
    struct examples made; /* owned */
};

void deal_init(struct deal *d, const struct deal_key *key);
void deal_release(struct deal *d);

/* Begin as another has, by its key: a whole order is copied, which is faster
 * than to find it. */
void deal_like(struct deal *d, const struct deal *other);

/* Where the examples are whose order it has: in the whole set, or those that
 * were made. */
static inline const struct examples *deal_examples(const struct deal *d)
{
    return d->key.of->made ? &d->made : d->key.of;
}

/*
 * The batch that begins at a place of an epoch: order[r.first .. r.end) of
 * deal_examples(), until the next call.  The examples of a made set are not
 * sorted by length: asked for, its batches end wherever another length comes.
 */
struct run deal_batch(struct deal *d, long epoch, long place);

/* The batch behind *r of what is dealt, from {0, 0} on; false: none is.  The
 * last of a window may go on behind it. */
bool deal_next(const struct deal *d, struct run *r);

#endif
