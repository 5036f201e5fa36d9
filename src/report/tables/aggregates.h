/*
 * aggregates.h - what is said of several values: mean, sd, best and so on
 * (pivot.h lists them).  To add one: a function and a row in aggregates.c.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_TABLES_AGGREGATES_H
#define REPORT_TABLES_AGGREGATES_H

#include <stdbool.h>

#include "report/tables/groups.h"

/* The values of a measure that trials of a group have. */
struct sample {
    const struct trial_group *group; /* borrowed, as all here */
    const struct measure *measure;
    const double *value;
    int n; /* 0: none has finished; there is still what is published of them */
    bool maximize; /* is the measure best when it is large? */
};

struct aggregate {
    const char *name;
    bool whole; /* a whole number */
    bool rare;  /* its column is left out where nothing has it */
    bool terse; /* shown to people unless they say what */
    double (*of)(const struct sample *s); /* NaN: there is none */
};
extern const struct aggregate aggregates[];
extern const int aggregates_n;

/* Those that belong together for people. */
bool aggregate_is_mean(const struct aggregate *a);
bool aggregate_is_deviation(const struct aggregate *a);

#endif
