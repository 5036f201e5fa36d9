/*
 * sampler_internal.h - what sampler.c and duplicates.c have between them.
 */
#ifndef SWEEP_SAMPLER_SAMPLER_INTERNAL_H
#define SWEEP_SAMPLER_SAMPLER_INTERNAL_H

#include "sweep/sampler/sampler.h"

/* Trials of each proposal. */
static inline long search_repeats(const struct search *s)
{
    return s->repeats ? s->repeats : 1;
}

/* Settle a proposal of those without repeats.  One that equals an earlier one
 * becomes another while there is any: drawn, or where 100 draws do not lead to
 * it, found among all combinations.  Where these are more than MOST_TRIALS, or
 * have no number, it stays as it is then.  False: it was cancelled meanwhile
 * (m->cancel), and is none. */
bool duplicates_avoid(const struct search *s, struct search_memory *m,
                      struct assignment *a);

#endif
