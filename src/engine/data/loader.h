/*
 * loader.h - the batches of an epoch, one behind the other.
 *
 * A stored set is loaded whole, in the epoch's order (batch_order()).  Of a
 * made one (examples.h) each epoch has a keyed permutation (random_permuted()),
 * and a window of it is there: the examples from one place in the epoch on,
 * made, and stored as they come.  Where a batch might go on behind the window,
 * the window is made anew from the batch on.  So a batch is a function of the
 * set, the seed, the epoch and its first place alone, however that was come to,
 * and memory hangs on the batch, not on the set.
 *
 * Threads: a loader belongs to one thread; all may read between its calls.
 */
#ifndef ENGINE_DATA_LOADER_H
#define ENGINE_DATA_LOADER_H

#include "engine/data/batch.h"

/*
 * All that a batch is a function of beside its place: a loader reads nothing
 * else.  Two keys of the same bytes load the same, so no byte may be padding.
 */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
struct loader_key {
    const struct examples *of; /* the whole set; borrowed */
    uint64_t serial;           /* its, which outlives it */
    long n;                    /* its examples */
    uint64_t seed;
    struct batching how;
};
#pragma GCC diagnostic pop
struct loader_key loader_key(const struct examples *of, uint64_t seed,
                             struct batching how);
bool loader_key_equal(const struct loader_key *a, const struct loader_key *b);

struct loader {
    struct loader_key key;
    long epoch;  /* that is loaded; -1: none yet */
    int *order;  /* owned [loader_examples()->n] */
    long first;  /* the place in the epoch of order[0] */
    int window;  /* examples that a window has, but for the epoch's last */
    int *number; /* owned [window]: those made, in the whole set */
    struct examples made; /* owned */
};

void loader_init(struct loader *d, const struct loader_key *key);
void loader_release(struct loader *d);

/* Begin as another has, by its key: a whole order is copied, which is faster
 * than to find it. */
void loader_copy_order(struct loader *d, const struct loader *other);

/* Where the examples are whose order it has: in the whole set, or those that
 * were made. */
static inline const struct examples *loader_examples(const struct loader *d)
{
    return d->key.of->made ? &d->made : d->key.of;
}

/*
 * The batch that begins at a place of an epoch: order[r.first .. r.end) of
 * loader_examples(), until the next call.  The examples of a made set are not
 * sorted by length: asked for, its batches end wherever another length comes.
 */
struct run loader_batch(struct loader *d, long epoch, long place);

/* The batch behind *r of what is loaded, from {0, 0} on; false: none is.  The
 * last of a window may go on behind it. */
bool loader_next(const struct loader *d, struct run *r);

#endif
