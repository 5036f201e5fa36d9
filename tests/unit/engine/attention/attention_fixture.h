/*
 * attention_fixture.h - random features for tests of attention, and the
 * relative difference of two results.
 */
#ifndef ATTENTION_FIXTURE_H
#define ATTENTION_FIXTURE_H

#include "tests/test.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"
#include "engine/attention/attention.h"

/* The first n numbers of a site; they are made once. */
static inline const float *random_numbers(uint32_t site, size_t n)
{
    static struct {
        float *at;
        size_t n;
    } known[16];

    assert_true(site < sizeof(known) / sizeof(*known));
    if (known[site].n < n) {
        known[site].n = 2 * n;
        known[site].at =
            memory_resize(known[site].at, 2 * n * sizeof(*known[site].at));
        random_normal((struct random_key){{5, 7}}, (struct address){0, 0, site},
                      2 * n, 0.7f, known[site].at);
    }
    return known[site].at;
}

/* Rows [first, first + rows) of an unlimited random matrix. */
static inline struct node *random_rows(struct tape *t, int first, int rows,
                                       int cols, uint32_t site)
{
    struct node *x = tape_leaf(t, rows, cols);
    const size_t before = (size_t)first * cols, n = node_len(x);

    if (n)
        memcpy(x->val, random_numbers(site, before + n) + before,
               n * sizeof(float));
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
