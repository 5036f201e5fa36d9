/*
 * steps.h - segments processed in parallel, one row of each per step.
 *
 * A recurrent op processes step t of all segments at once.  Segments are sorted
 * by length, longest first, ties in their order, so the segments that still
 * have a row at step t are always the first active[t].
 *
 * The result is a function of the segments alone.  Empty segments take no part.
 */
#ifndef ENGINE_DATA_STEPS_H
#define ENGINE_DATA_STEPS_H

#include "engine/data/segments.h"

struct steps {
    int n;             /* number of steps: rows of the longest segment */
    int lanes;         /* segments that are not empty */
    int stride;        /* rows from one step to the next: 1, or -1 reversed */
    const int *first;  /* [lanes] row at step 0, longest segment first */
    const int *rows;   /* [lanes] number of rows */
    const int *active; /* [n] number of lanes with a row at each step */
};

/* Lay out the steps of the segments from their first rows on or, if reversed,
 * from each segment's last row back.  The arrays are on the arena. */
struct steps steps_of(struct arena *a, const struct segments *seg,
                      bool reversed);

static inline int steps_row(const struct steps *s, int lane, int step)
{
    return s->first[lane] + step * s->stride;
}

/* How many of the lanes [from, to) have a row at this step. */
static inline int steps_active(const struct steps *s, int from, int to,
                               int step)
{
    const int end = s->active[step] < to ? s->active[step] : to;

    return end > from ? end - from : 0;
}

#endif
