/*
 * crew.h - how many groups the ranks make.
 */
#ifndef RUN_CREW_H
#define RUN_CREW_H

#include "experiment/experiment.h"

struct crew {
    int first;  /* the first rank that trains: 1 with a dedicated coordinator */
    int ranks;  /* a group */
    int groups; /* ranks left over are spare */
};

/* Count them; the same on every rank. */
int crew_init(struct crew *crew, const struct experiment *x, bool dedicated,
              struct error *e);

#endif
