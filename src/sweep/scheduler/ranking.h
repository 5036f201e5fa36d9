/*
 * ranking.h - a set of numbers with values, split into the best ones and the
 * rest, while items are added and removed.
 *
 * The order is that of scheduler_better(); among equals the lower lot is
 * better.  Each change takes time logarithmic in the number of items.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SCHEDULER_RANKING_H
#define SWEEP_SCHEDULER_RANKING_H

#include "base/numbers/heap.h"

struct ranking {
    struct heap best; /* the best items, worst first */
    struct heap rest; /* the other items, best first */
};

void ranking_init(struct ranking *r, bool maximize);
void ranking_release(struct ranking *r);

/* These changes take effect at the next ranking_split(). */
void ranking_add(struct ranking *r, struct heap_item item);
void ranking_remove(struct ranking *r, int number);
void ranking_clear(struct ranking *r);

long ranking_count(const struct ranking *r);

/* Move items so that `best` has this many. */
void ranking_split(struct ranking *r, long best);

#endif
