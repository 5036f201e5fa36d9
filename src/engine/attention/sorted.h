/*
 * sorted.h - a line's greatest numbers in falling order, for kinds whose
 * positive weights depend only on these.
 *
 * The threshold above which a weight is positive does not fall when numbers are
 * added.  So the threshold of some of a line's numbers is a lower bound of the
 * line's threshold, and few numbers are left to be sorted:
 *
 *     some  = sorted_some(n, x, a)
 *     whole = sorted_from(n, x, threshold of `some`, a)
 */
#ifndef ENGINE_ATTENTION_SORTED_H
#define ENGINE_ATTENTION_SORTED_H

#include "base/core/arena.h"

/* A margin for rounding: a number that is below the computed bound by this much
 * is below the threshold.  The rounding error of sums of a line's numbers is
 * far less; where numbers are so large that it is not, floats lie further
 * apart. */
#define NEAR 0x1p-10

/* From the greatest down, on the arena; NaN comes first. */
struct descending {
    size_t n;
    const float *x;
};

/* Some of n numbers, among them the greatest; all of them if they are few. */
struct descending sorted_some(size_t n, const float *x, struct arena *a);

/* The numbers that are not below `least`; every number but NaN is below NaN. */
struct descending sorted_from(size_t n, const float *x, float least,
                              struct arena *a);

#endif
