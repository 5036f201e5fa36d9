/*
 * aggregates.h - summaries of several values: mean, sd, best and so on (listed
 * in pivot.h).  To add one: write a function and add a row in aggregates.c.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_TABLES_AGGREGATES_H
#define REPORT_TABLES_AGGREGATES_H

#include <stdbool.h>

#include "report/tables/groups.h"

/* The values of one measure over the trials of a group. */
struct sample {
    const struct trial_group *group; /* borrowed, like the next two */
    const struct measure *measure;
    const double *value;
    int n; /* 0 if no trial has finished; the group can have published values
              all the same */
    bool maximize; /* true if a large value is good */
};

struct aggregate {
    const char *name;
    bool whole; /* its values are whole numbers */
    bool rare;  /* its column is left out if all its cells are empty */
    bool terse; /* shown to people by default */
    double (*of)(const struct sample *s); /* NaN if there is no value */
};
extern const struct aggregate aggregates[];
extern const int aggregates_n;

/* True for the mean, and for the deviation that people read beside it. */
bool aggregate_is_mean(const struct aggregate *a);
bool aggregate_is_deviation(const struct aggregate *a);

#endif
