/*
 * proposal_cache.h - the trials that a search proposes before any has run, by
 * number.
 *
 * A trial depends only on its number, unless it would equal an earlier one;
 * then it is drawn again, and such trials are kept here.  To find them, all
 * trials before are proposed once, in order.
 *
 * Threads: any number; they wait for each other.
 */
#ifndef SWEEP_EXPERIMENT_PROPOSAL_CACHE_H
#define SWEEP_EXPERIMENT_PROPOSAL_CACHE_H

#include "sweep/sampler/sampler.h"

struct proposal_cache;

/* Make a cache for one search, which is passed, borrowed, to each call. */
struct proposal_cache *proposal_cache_new(void);
void proposal_cache_free(struct proposal_cache *d, const struct search *s);

/* Return trial i, for which search_needs() is 0; release it with the space. */
struct assignment proposal_cache_trial(struct proposal_cache *d,
                                       const struct search *s, long i);

/* Remove all, since the search has changed. */
void proposal_cache_clear(struct proposal_cache *d, const struct search *s);

#endif
