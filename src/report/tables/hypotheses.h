/*
 * hypotheses.h - what of a table is tested: the groups that are set against
 * each other (group_pairs.h), each in every metric on the test data, or on the
 * validation data where there is no test.  Metrics that are affine in one
 * another over the trials are one hypothesis, and one that is the same in all
 * is none.
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
    int first[MAX_MEASURES]; /* of each measure, the first that it is affine in;
                                -1: it is not tested */
};

void hypotheses_init(struct hypotheses *h, const struct table *t);
void hypotheses_release(struct hypotheses *h);

/* Call `visit` with every pair that shares seeds and may so be compared, in
 * order; `pair` is its number.  Reads units of the trials again, one by one. */
int hypotheses_each(const struct hypotheses *h,
                    void (*visit)(void *context, const struct comparison *c,
                                  int pair),
                    void *context, struct error *e);

#endif
