/*
 * drawn.h - trials that a search proposes before any has been run, by their
 * numbers.
 *
 * Each is as it would be by itself but where that is an earlier trial: those
 * that were drawn anew are kept.  To know them, those before are proposed in
 * their order, once.
 *
 * Threads: any number; they wait for one another.
 */
#ifndef SWEEP_EXPERIMENT_DRAWN_H
#define SWEEP_EXPERIMENT_DRAWN_H

#include "sweep/sampler/sampler.h"

struct drawn;

/* Of a search that is borrowed with each call, and is the same one. */
struct drawn *drawn_new(void);
void drawn_free(struct drawn *d, const struct search *s);

/* Trial i, for which search_needs() is 0; to be released with the space. */
struct assignment drawn_trial(struct drawn *d, const struct search *s, long i);

/* Forget all, since the search has changed. */
void drawn_clear(struct drawn *d, const struct search *s);

#endif
