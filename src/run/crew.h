/*
 * crew.h - how the ranks are shared out: groups of consecutive ranks.
 */
#ifndef RUN_CREW_H
#define RUN_CREW_H

#include "experiment/experiment.h"

struct crew {
    int first;  /* the first rank that trains: 1 with a dedicated coordinator */
    int ranks;  /* a group */
    int groups; /* ranks left over have nothing to do */
};

/* Share the ranks out; the same on every rank. */
int crew_init(struct crew *crew, const struct experiment *x, bool dedicated,
              struct error *e);

#endif
