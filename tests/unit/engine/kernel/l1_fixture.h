/* Pairwise distances for tests: shapes with all kinds of edges, at every
 * level. */
#ifndef TESTS_L1_FIXTURE_H
#define TESTS_L1_FIXTURE_H

#include "tests/test.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"
#include "engine/kernel/l1.h"
#include "tests/unit/level.h"

static const enum simd levels[] = {SIMD_AVX512, SIMD_AVX2, SIMD_PLAIN};
#define LEVELS 3

/* Row lengths of x and y exceed their widths, as for heads.  Row 0 has `first`
 * allowed pairs, each next row one more. */
struct pair {
    int m, n, d, ldx, ldy, ldo, first;
    float scale;
    float *x, *y, *out, *g, *dx, *dy;
};

static inline float *random_floats(size_t n, uint32_t site)
{
    static const struct random_key key = {{3, 4}};
    float *x = memory_floats(n + 1);

    random_normal(key, (struct address){0, 0, site}, n, 1.0f, x);
    return x;
}

static inline struct pair pair_new(int m, int n, int d, int first)
{
    struct pair p = {.m = m,
                     .n = n,
                     .d = d,
                     .ldx = d + 3,
                     .ldy = d + 1,
                     .ldo = n + 2,
                     .first = first,
                     .scale = -0.7f};

    p.x = random_floats((size_t)(m * p.ldx), 1);
    p.y = random_floats((size_t)(n * p.ldy), 2);
    p.out = random_floats((size_t)(m * p.ldo), 3);
    p.g = random_floats((size_t)(m * p.ldo), 4);
    p.dx = random_floats((size_t)(m * p.ldx), 5);
    p.dy = random_floats((size_t)(n * p.ldy), 6);
    return p;
}

static inline void pair_release(struct pair *p)
{
    free(p->x);
    free(p->y);
    free(p->out);
    free(p->g);
    free(p->dx);
    free(p->dy);
}

/* The block of m rows from `row` on and n columns. */
static inline struct pair_block block_of(const struct pair *p, int row, int m,
                                         int n)
{
    return (struct pair_block){m, n, {true, p->first + row - 1}};
}

static inline void forward(struct pair *p)
{
    const struct pair_block of = block_of(p, 0, p->m, p->n);
    struct arena scratch = {0};

    l1_pairs(&of, p->d, p->scale, p->x, p->ldx, p->y, p->ldy, p->out, p->ldo,
             &scratch);
    assert_int_equal(scratch.total, 0); /* given back */
    arena_release(&scratch);
}

static inline void backward(struct pair *p, float *dx, float *dy)
{
    const struct pair_block of = block_of(p, 0, p->m, p->n);
    struct arena scratch = {0};

    l1_pairs_backward(&of, p->d, p->scale, p->x, p->ldx, p->y, p->ldy, p->g,
                      p->ldo, dx, p->ldx, dy, p->ldy, &scratch);
    assert_int_equal(scratch.total, 0);
    arena_release(&scratch);
}

static inline void each_shape(void (*f)(int m, int n, int d, int first))
{
    static const int shapes[][3] = {
        {1, 1, 1},    {2, 40, 20},  {3, 3, 16},   {5, 17, 33},  {8, 16, 64},
        {9, 65, 7},   {33, 31, 50}, {64, 64, 32}, {70, 130, 5}, {4, 129, 100},
        {40, 3, 200}, {0, 5, 8},    {5, 0, 8},    {6, 6, 0},    {13, 50, 17}};

    for (size_t s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++)
        for (int l = 0; l < LEVELS; l++)
            for (int c = 0; c < 3; c++) {
                const int n = shapes[s][1];

                level_limit(levels[l]);
                f(shapes[s][0], n, shapes[s][2], (int[]){n, 1, 7}[c]);
            }
    level_limit(SIMD_AVX512);
}

/* After ReLU many features are 0 in both matrices, which makes those pairs
 * ties. */
static inline void relu(float *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = x[i] > 0.0f ? x[i] : 0.0f;
}

#endif
