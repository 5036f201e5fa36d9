/*
 * ranking.h - numbers with values, the best so many of which are kept apart
 * from the rest while others come and go.
 *
 * Better is as scheduler_better() has it, of equals the lower lot.  Each change
 * takes a time of the logarithm of how many there are.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SCHEDULER_RANKING_H
#define SWEEP_SCHEDULER_RANKING_H

#include "base/numbers/heap.h"

struct ranking {
    struct heap best; /* the worst of them first */
    struct heap rest; /* the best of them first */
};

void ranking_init(struct ranking *r, bool maximize);
void ranking_release(struct ranking *r);

/* Whatever follows holds from the next ranking_split() on. */
void ranking_add(struct ranking *r, struct heap_item item);
void ranking_remove(struct ranking *r, int number);
void ranking_clear(struct ranking *r);

long ranking_count(const struct ranking *r);

/* Let the best be so many. */
void ranking_split(struct ranking *r, long best);

#endif
