/*
 * measures.h - the metrics that a table shows, and their values in trials.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_TABLES_MEASURES_H
#define REPORT_TABLES_MEASURES_H

#include "sweep/results/results.h"

#define MAX_MEASURES (2 * MAX_METRICS) /* each on valid and on test */

/* A metric and its split.  `metric` is usually its index in a result. */
struct measure {
    int metric;
    bool test;
    char name[48]; /* "test.map" */
};

/* Return the measure of the metric at an index of a result. */
struct measure measure_of(const struct result *r, int metric, bool test);

/* Return the measure of this name, whichever results have it. */
struct measure measure_named(const struct results *s, const char *name);

/* Store the measure of the experiment's goal, even if no trial has a value.
 * False if no result has its name. */
bool measure_goal(const struct experiment *x, const struct results *s,
                  struct measure *to);

/* Return its index in a result, -1 if it is not there. */
int measure_place(const struct measure *m, const struct result *r);

/* Return its value in a finished trial, found by name; NaN if there is none. */
double measure_value(const struct measure *m, const struct result *r);

/* True if a large value is good.  For the goal this follows the sweep, for
 * other metrics the task of the trial `row`. */
bool measure_maximizes(const struct measure *m, const struct experiment *x,
                       const struct results_row *row);

/* True if a value is better than another.  Any value is better than NaN. */
bool measure_better(double value, double than, bool maximize);

/* Return the finished trial with the best value, the first of equal ones; NULL
 * if none has finished. */
const struct results_row *measure_best(const struct measure *m,
                                       const struct experiment *x,
                                       const struct results *s);

/*
 * Choose the measures of a table: the goal on valid and any metric published
 * for valid, then every metric on test; if there is no test, all metrics on
 * valid.  Only those that any trial has.  Returns how many.
 */
int measures_choose(const struct experiment *x, const struct results *s,
                    struct measure to[MAX_MEASURES]);

/* Store every metric of the first result, on valid and on test; returns how
 * many. */
int measures_all(const struct results *s, struct measure to[MAX_MEASURES]);

/*
 * Find which of n measures are one hypothesis over seeds.  Looks at measures
 * whose first[] is not -1: first[i] becomes the first measure that i is an
 * affine function of over all finished trials of the folders, i itself if there
 * is none, and -1 if it is constant.
 */
void measures_firsts(const struct measure *m, int n,
                     const struct results *const *s, int folders, int *first);

#endif
