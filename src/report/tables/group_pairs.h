/*
 * group_pairs.h - which groups of a table are set against each other: those
 * that differ in one field alone, where that has two values, or where its
 * values are words; each against the first that differs from it so, or against
 * the one of these that has a given value there, where there is one.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_GROUP_PAIRS_H
#define REPORT_TABLES_GROUP_PAIRS_H

#include "report/tables/groups.h"

struct group_pair {
    int a, b, field; /* b is set against a */
};

struct group_pairs {
    int n, room;
    struct group_pair *pair; /* owned; by a, then b */
    int *values;             /* [fields] how many each has; owned */
};

/* `against`: the given value; NULL: none. */
void group_pairs_init(struct group_pairs *p, const struct groups *g,
                      const char *against);

/* Does a field in which groups are compared have this value?  Where none
 * has, -1 with those that they have. */
int group_pairs_check(const struct group_pairs *p, const struct groups *g,
                      const char *against, struct error *e);

void group_pairs_release(struct group_pairs *p);

#endif
