/*
 * proposal_cache.h - trials that a search proposes before any has been run, by
 * their numbers.
 *
 * Each is as it would be by itself but where that is an earlier trial: those
 * that were drawn anew are kept.  To know them, those before are proposed in
 * their order, once.
 *
 * Threads: any number; they wait for one another.
 */
#ifndef SWEEP_EXPERIMENT_PROPOSAL_CACHE_H
#define SWEEP_EXPERIMENT_PROPOSAL_CACHE_H

#include "sweep/sampler/sampler.h"

struct proposal_cache;

/* Of a search that is borrowed with each call, and is the same one. */
struct proposal_cache *proposal_cache_new(void);
void proposal_cache_free(struct proposal_cache *d, const struct search *s);

/* Trial i, for which search_needs() is 0; to be released with the space. */
struct assignment proposal_cache_trial(struct proposal_cache *d,
                                       const struct search *s, long i);

/* Forget all, since the search has changed. */
void proposal_cache_clear(struct proposal_cache *d, const struct search *s);

#endif
