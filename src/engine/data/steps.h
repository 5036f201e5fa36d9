/*
 * steps.h - segments walked side by side, one row of each at a step.
 *
 * A recurrent op does for all segments at once what it does at step t.  The
 * longest segment comes first, ties in their order, so that those which still
 * have a row at step t are the first active[t] of them, at every step.
 *
 * It is a function of the segments alone.  Empty ones take no part.
 */
#ifndef ENGINE_DATA_STEPS_H
#define ENGINE_DATA_STEPS_H

#include "engine/data/segments.h"

struct steps {
    int n;             /* how many: rows of the longest segment */
    int lanes;         /* segments that are not empty */
    int stride;        /* rows from one step to the next: 1, or -1 reversed */
    const int *first;  /* [lanes] row at step 0, of the longest first */
    const int *rows;   /* [lanes] how many each has */
    const int *active; /* [n] lanes that have a row at each step */
};

/* Walk the segments from their first rows on or, reversed, each from its own
 * last row back.  What it makes is on the arena. */
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
