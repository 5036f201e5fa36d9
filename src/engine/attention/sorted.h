/*
 * sorted.h - a line's greatest numbers in falling order, for kinds whose
 * weights above 0 depend on these alone.
 *
 * What a weight begins above grows with the numbers there are, so what some of
 * a line say is a bound for the whole, and few are left to be sorted:
 *
 *     some  = sorted_some(n, x, a)
 *     whole = sorted_from(n, x, what `some` say, a)
 */
#ifndef ENGINE_ATTENTION_SORTED_H
#define ENGINE_ATTENTION_SORTED_H

#include "base/core/arena.h"

/* What is below a threshold's bound by this much is below the threshold,
 * whatever rounding did to the bound: sums of a line's numbers round by far
 * less, or where these are so large that they do not, floats lie further apart.
 */
#define NEAR 0x1p-10

/* From the greatest down, on the arena; NaN comes first. */
struct descending {
    size_t n;
    const float *x;
};

/* Some of n numbers, the greatest among them; all where they are few. */
struct descending sorted_some(size_t n, const float *x, struct arena *a);

/* Those that are not below `least`; below NaN is all but NaN. */
struct descending sorted_from(size_t n, const float *x, float least,
                              struct arena *a);

#endif
