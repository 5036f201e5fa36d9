/*
 * measures.h - which metrics a table shows, and what trials have of them.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_TABLES_MEASURES_H
#define REPORT_TABLES_MEASURES_H

#include "sweep/results/results.h"

#define MAX_MEASURES (2 * MAX_METRICS) /* on valid and on test */

/* A metric of the results: its place, as a rule, and split. */
struct measure {
    int metric;
    bool test;
    char name[48]; /* "test.map" */
};

/* The one of a result's metric at a place. */
struct measure measure_of(const struct result *r, int metric, bool test);

/* The one of this name, wherever results have it. */
struct measure measure_named(const struct results *s, const char *name);

/* The one that an experiment goes by, whether or not any trial has a value;
 * false: no result says its name. */
bool measure_goal(const struct experiment *x, const struct results *s,
                  struct measure *to);

/* The place it has in a result; -1: none. */
int measure_place(const struct measure *m, const struct result *r);

/* The value of a finished trial, by its name; NaN when it has none. */
double measure_value(const struct measure *m, const struct result *r);

/* Is it best when it is large?  The goal of the experiment as its sweep has it,
 * others as the task of a trial, `row`, does. */
bool measure_maximizes(const struct measure *m, const struct experiment *x,
                       const struct results_row *row);

/* Is a value better than another?  Anything is better than NaN. */
bool measure_better(double value, double than, bool maximize);

/* The finished trial with the best value, the first of equals; NULL: none has
 * finished. */
const struct results_row *measure_best(const struct measure *m,
                                       const struct experiment *x,
                                       const struct results *s);

/*
 * The goal on the validation data, and what is published for them, then every
 * metric on the test data; all on the validation data when there is no test.
 * Those alone that any trial has; returns how many.
 */
int measures_choose(const struct experiment *x, const struct results *s,
                    struct measure to[MAX_MEASURES]);

/* Every metric of the first result, on valid and on test; returns how many. */
int measures_all(const struct results *s, struct measure to[MAX_MEASURES]);

/*
 * Which of n measures are one hypothesis over seeds, of those whose first[] is
 * not -1 before: first[i] becomes the first that measure i is affine in over
 * all finished trials of some folders, its own place where none is, and -1
 * where it is constant.
 */
void measures_firsts(const struct measure *m, int n,
                     const struct results *const *s, int folders, int *first);

#endif
