/*
 * sampler_internal.h - what sampler.c and duplicates.c share.
 */
#ifndef SWEEP_SAMPLER_SAMPLER_INTERNAL_H
#define SWEEP_SAMPLER_SAMPLER_INTERNAL_H

#include "sweep/sampler/sampler.h"

/* Trials of each proposal. */
static inline long search_repeats(const struct search *s)
{
    return s->repeats ? s->repeats : 1;
}

/* Settle a proposal of a search without repeats.  One that equals an earlier
 * trial is replaced while there are other values: by a draw, or, if 100 draws
 * find none, by a search among all combinations.  If there are more than
 * MOST_TRIALS combinations, or they cannot be numbered, it then stays as it is.
 * False if it was cancelled (m->cancel); then there is no proposal. */
bool duplicates_avoid(const struct search *s, struct search_memory *m,
                      struct assignment *a);

#endif
