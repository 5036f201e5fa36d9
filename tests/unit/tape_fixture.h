/*
 * tape_fixture.h - a tape on an arena of its own for each test, and matrices
 * of random values.
 */
#ifndef TAPE_FIXTURE_H
#define TAPE_FIXTURE_H

#include <string.h>

#include "engine/tape/ops.h"

static inline struct tape new_tape(void **state)
{
    return (struct tape){.arena = *state,
                         .training = true,
                         .dropout = random_key(1, "dropout"),
                         .step = 3};
}

static inline struct node *filled(struct tape *t, int rows, int cols,
                                  uint32_t seed)
{
    struct node *x = tape_constant(t, rows, cols);

    random_normal(random_key(seed, "values"), (struct address){0}, node_len(x),
                  1.0f, x->val);
    return x;
}

static inline int with_arena(void **state)
{
    static struct arena a;

    *state = &a;
    return 0;
}

static inline int without_arena(void **state)
{
    arena_release(*state);
    memset(*state, 0, sizeof(struct arena));
    return 0;
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, with_arena, without_arena)

/* Rows [from, to) of x as a constant of their own. */
static inline struct node *rows_of(struct tape *t, const struct node *x,
                                   int from, int to)
{
    return tape_borrow(t, x->val + (size_t)from * x->cols, to - from, x->cols);
}

static inline void same(const struct node *all, int from,
                        const struct node *part)
{
    assert_memory_equal(all->val + (size_t)from * all->cols, part->val,
                        node_len(part) * sizeof(float));
}

/* sum (y * w) */
static inline struct node *dot_with(struct tape *t, struct node *y,
                                    struct node *w)
{
    struct node *ones = tape_constant(t, y->cols, 1);
    int *all = arena_ints(t->arena, 2);
    struct segments whole = {1, all};

    all[0] = 0;
    all[1] = y->rows;
    for (int i = 0; i < y->cols; i++)
        ones->val[i] = 1.0f;
    return tape_linear(t, tape_segment_sum(t, tape_mul(t, y, w), &whole), ones,
                       NULL);
}

#endif
