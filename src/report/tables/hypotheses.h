/*
 * hypotheses.h - the hypotheses that a table tests: the pairs of groups of
 * group_pairs.h, each in every metric on test, or on valid if there is no test.
 * Metrics that are affine functions of one another over the trials count as one
 * hypothesis; a metric that is equal in all trials is not tested.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_HYPOTHESES_H
#define REPORT_TABLES_HYPOTHESES_H

#include "report/tables/comparison.h"
#include "report/tables/group_pairs.h"
#include "report/tables/table_internal.h"

struct hypotheses {
    const struct table *t; /* borrowed */
    struct group_pairs pairs;
    enum split split;        /* whose metrics are tested */
    int first[MAX_MEASURES]; /* for each measure, the first measure that it
                                is affine in; -1 if it is not tested */
};

void hypotheses_init(struct hypotheses *h, const struct table *t);
void hypotheses_release(struct hypotheses *h);

/* Call `visit` for every pair that shares seeds and so can be compared, in
 * order; `pair` is its index.  Reads the units of the trials again, one by
 * one. */
int hypotheses_each(const struct hypotheses *h,
                    void (*visit)(void *context, const struct comparison *c,
                                  int pair),
                    void *context, struct error *e);

#endif
