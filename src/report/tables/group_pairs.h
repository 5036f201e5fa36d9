/*
 * group_pairs.h - the pairs of groups that a table compares: groups that differ
 * in one field only, if that field has two values or its values are words.
 * Each is compared with the first group that differs from it so or, if a value
 * is given, with the one that has this value.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_GROUP_PAIRS_H
#define REPORT_TABLES_GROUP_PAIRS_H

#include "report/tables/groups.h"

struct group_pair {
    int a, b, field; /* b is compared with a */
};

struct group_pairs {
    int n, room;
    struct group_pair *pair; /* owned; sorted by a, then b */
    int *values;             /* owned [fields]: the number of values of each */
};

/* `against` is the given value, NULL if there is none. */
void group_pairs_init(struct group_pairs *p, const struct groups *g,
                      const char *against);

/* Check that a field in which groups are compared has this value.  The error
 * lists the values there are. */
int group_pairs_check(const struct group_pairs *p, const struct groups *g,
                      const char *against, struct error *e);

void group_pairs_release(struct group_pairs *p);

#endif
