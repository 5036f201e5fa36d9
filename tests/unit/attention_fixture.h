/*
 * attention_fixture.h - random features for tests of attention, and how far two
 * results are apart.
 */
#ifndef ATTENTION_FIXTURE_H
#define ATTENTION_FIXTURE_H

#include "../test.h"

#include <math.h>
#include <string.h>

#include "attention/attention.h"

/* Rows [first, first + rows) of a random matrix that has no end. */
static inline struct node *random_rows(struct tape *t, int first, int rows,
                                       int cols, uint32_t site)
{
    struct node *x = tape_leaf(t, rows, cols);
    const size_t before = (size_t)first * cols, n = before + node_len(x);
    float *all = arena_floats_raw(t->arena, n);

    random_normal((struct random_key){{5, 7}}, (struct address){0, 0, site}, n,
                  0.7f, all);
    memcpy(x->val, all + before, node_len(x) * sizeof(float));
    return x;
}

/* |x - y| / |y|, over all elements. */
static inline double difference(size_t n, const float *x, const float *y)
{
    double apart = 0.0, size = 0.0;

    for (size_t i = 0; i < n; i++) {
        apart += ((double)x[i] - y[i]) * ((double)x[i] - y[i]);
        size += (double)y[i] * y[i];
    }
    return sqrt(apart) / (sqrt(size) + 1e-6);
}

#endif
