/*
 * assignments.h - the values of very many trials, in few bytes each.
 *
 * A value of a list takes a byte or two, for its place there; another its text
 * and a byte more.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SAMPLER_ASSIGNMENTS_H
#define SWEEP_SAMPLER_ASSIGNMENTS_H

#include "sweep/sampler/space.h"

/* All of one space, whose lists do not change.  Zeroed, it has none. */
struct assignments {
    struct str bytes; /* owned */
};
void assignments_release(struct assignments *all);

/* Keep a copy: where it stands. */
size_t assignments_add(struct assignments *all, const struct space *s,
                       const struct assignment *a);

/* The one that stands there, of the trial with this number: to be released. */
struct assignment assignments_get(const struct assignments *all,
                                  const struct space *s, size_t at,
                                  long number);

#endif
