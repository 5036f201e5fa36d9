/*
 * maxout_fixture.h - what a highway maxout network gives, in double.
 */
#ifndef MAXOUT_FIXTURE_H
#define MAXOUT_FIXTURE_H

#include "engine/layer/maxout.h"
#include "tests/unit/layer_fixture.h"

#define MAXOUT_WIDTH 8 /* at most */

/* Unit u of `units`, from pieces with a row each. */
static inline double maxout_of(const struct layer_fixture *s,
                               const struct hmn *h, struct linear l,
                               const double *x, int units, int u)
{
    double best = -INFINITY;

    for (int j = 0; j < h->pool; j++)
        best = fmax(best, linear_of(s, l, true, x, j * units + u));
    return best;
}

/* The score of one row, from what is known of its segment. */
static inline double hmn_of(const struct layer_fixture *s, const struct hmn *h,
                            int width, const double *row, const double *about)
{
    double r[MAXOUT_WIDTH], m[2 * MAXOUT_WIDTH];

    for (int j = 0; j < width; j++)
        r[j] = tanh(linear_of(s, h->know, false, about, j));
    for (int j = 0; j < width; j++) {
        m[j] = -INFINITY;
        for (int k = j; k < h->pool * width; k += width)
            m[j] = fmax(m[j], linear_of(s, h->rows, false, row, k) +
                                  linear_of(s, h->more, false, r, k));
    }
    for (int j = 0; j < width; j++)
        m[width + j] = maxout_of(s, h, h->second, m, width, j);
    return maxout_of(s, h, h->third, m, 1, 0);
}

#endif
