/*
 * loader.h - the batches of an epoch, in order.
 *
 * A stored set is loaded whole, in the epoch's order (batch_order()).  For a
 * made set (examples.h) the order is a keyed permutation per epoch
 * (random_permuted()), and only a window of it is in memory: consecutive
 * examples of the epoch, made and stored.  If a batch might extend past the
 * window, the window is made again, beginning at that batch.  So a batch is a
 * function of the set, the seed, the epoch and its first place alone, whatever
 * was loaded before, and memory depends on the size of a batch, not on that of
 * the set.
 *
 * Threads: a loader belongs to one thread; any thread may read between its
 * calls.
 */
#ifndef ENGINE_DATA_LOADER_H
#define ENGINE_DATA_LOADER_H

#include "engine/data/batch.h"

/*
 * Everything that a batch depends on besides its place: a loader reads nothing
 * else.  Two keys with the same bytes load the same batches, so no byte may be
 * padding.
 */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
struct loader_key {
    const struct examples *of; /* the whole set; borrowed */
    uint64_t serial;           /* the set's serial, which stays valid after the
                                  set is gone */
    long n;                    /* number of its examples */
    uint64_t seed;
    struct batching how;
};
#pragma GCC diagnostic pop
struct loader_key loader_key(const struct examples *of, uint64_t seed,
                             struct batching how);
bool loader_key_equal(const struct loader_key *a, const struct loader_key *b);

struct loader {
    struct loader_key key;
    long epoch;  /* the loaded epoch; -1: none yet */
    int *order;  /* owned [loader_examples()->n] */
    long first;  /* the place in the epoch of order[0] */
    int window;  /* examples in a window; the last one of an epoch may have
                    fewer */
    int *number; /* owned [window]: numbers of the made examples in the whole
                    set */
    struct examples made; /* owned */
};

void loader_init(struct loader *d, const struct loader_key *key);
void loader_release(struct loader *d);

/* Initialise with the key of another loader and copy its order if that is
 * whole, which is faster than to compute it. */
void loader_copy_order(struct loader *d, const struct loader *other);

/* The set that the order refers to: the whole set, or the made examples. */
static inline const struct examples *loader_examples(const struct loader *d)
{
    return d->key.of->made ? &d->made : d->key.of;
}

/*
 * The batch that begins at a place of an epoch: order[r.first .. r.end) of
 * loader_examples(), valid until the next call.  The examples of a made set are
 * not sorted by length: with by_length, a batch ends where another length
 * follows.
 */
struct run loader_batch(struct loader *d, long epoch, long place);

/* Set *r to the batch after *r among the loaded examples; begin with {0, 0}.
 * False if there is none.  The last batch of a window may be cut short by the
 * window's end. */
bool loader_next(const struct loader *d, struct run *r);

#endif
