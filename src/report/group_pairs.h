/*
 * group_pairs.h - which groups of a table are set against each other: those
 * that differ in one field alone, where that has two values, or where its
 * values are words; each against the first that differs from it so.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_GROUP_PAIRS_H
#define REPORT_GROUP_PAIRS_H

#include "report/groups.h"

struct group_pair {
    int a, b, field; /* a before b */
};

struct group_pairs {
    int n, room;
    struct group_pair *pair; /* owned; by a, then b */
    int *values;             /* [fields] how many each has; owned */
};

void group_pairs_init(struct group_pairs *p, const struct groups *g);
void group_pairs_release(struct group_pairs *p);

#endif
