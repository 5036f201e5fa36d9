/*
 * assignments.h - the values of very many trials, in few bytes each.
 *
 * A value of a list takes one or two bytes, for its place there; any other
 * value takes its text and one byte more.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SAMPLER_ASSIGNMENTS_H
#define SWEEP_SAMPLER_ASSIGNMENTS_H

#include "sweep/sampler/space.h"

/* Assignments of one space, whose lists do not change.  A zeroed one is
 * empty. */
struct assignments {
    struct str bytes; /* owned */
};
void assignments_release(struct assignments *all);

/* Add a copy.  Return its offset. */
size_t assignments_add(struct assignments *all, const struct space *s,
                       const struct assignment *a);

/* Return the assignment at this offset, with this trial number; the caller
 * releases it. */
struct assignment assignments_get(const struct assignments *all,
                                  const struct space *s, size_t at,
                                  long number);

#endif
