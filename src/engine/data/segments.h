/*
 * segments.h - which rows of a packed matrix belong together.
 *
 * There is no padding: sequences follow one another in one matrix, and segment
 * s is rows [at[s], at[s + 1]).  Segments may be empty.
 */
#ifndef ENGINE_DATA_SEGMENTS_H
#define ENGINE_DATA_SEGMENTS_H

#include "base/core/arena.h"

struct segments {
    int n;         /* number of segments */
    const int *at; /* [n + 1] first rows, at[0] = 0; borrowed */
};

static inline int segment_len(const struct segments *s, int i)
{
    return s->at[i + 1] - s->at[i];
}

static inline int segments_rows(const struct segments *s)
{
    return s->n ? s->at[s->n] : 0;
}

/* Rows of the longest segment; 0 if there are no segments. */
int segments_longest(const struct segments *s);

/* n segments of `len` rows each, their bounds on the arena. */
struct segments segments_even(struct arena *a, int n, int len);

/* Copy the struct to the arena; `at` stays borrowed. */
const struct segments *segments_keep(struct arena *a, const struct segments *s);

#endif
