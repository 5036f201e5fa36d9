/*
 * Laws of the values of maxima, softmaxes and pointers inside segments, and of
 * maxout; test_gradients.c tests the gradients.
 */
#include "tests/test.h"

#include <math.h>
#include <string.h>

#include "engine/kernel/columns.h"
#include "engine/kernel/l1.h"
#include "engine/kernel/selected_rows.h"
#include "engine/tape/ops.h"
#include "tests/unit/level.h"
#include "tests/unit/tape_fixture.h"

#define D 5

static const int at[] = {0, 3, 3, 4, 9}; /* lengths 3, 0, 1, 5 */
static const struct segments seg = {4, at}, last = {1, (int[]){0, 5}};

/* Segment 3 of x alone. */
static struct node *alone(struct tape *t, const struct node *x)
{
    return tape_borrow(t, x->val + (size_t)at[3] * x->cols, 5, x->cols);
}

static void packing_does_not_change_what_is_inside_a_segment(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 9, 6, 1), *x4 = alone(&t, x);
    struct node *r = filled(&t, 4, 6, 2);
    struct node *r4 = tape_borrow(&t, r->val + 18, 1, 6);
    int32_t target[24] = {[18] = 3, 1, 4, 1, 2, 0};
    float share[24] = {0};

    for (int j = 0; j < 6; j++) {
        share[18 + j] = 1.0f; /* only the last segment counts */
        target[6 + j] = -1;
    }
    same(tape_segment_max(&t, x, &seg), 3, tape_segment_max(&t, x4, &last));
    same(tape_segment_softmax(&t, x, &seg), 4,
         tape_segment_softmax(&t, x4, &last));
    same(tape_segment_maxout(&t, x, r, &seg, 3), 4,
         tape_segment_maxout(&t, x4, r4, &last, 3));
    same(tape_segment_cross_entropy(&t, x, &seg, target, share, 1.0f), 0,
         tape_segment_cross_entropy(&t, x4, &last, target + 18, NULL, 1.0f));
    assert_memory_equal(tape_segment_best(&t, x, &seg) + 18,
                        tape_segment_best(&t, x4, &last), 6 * sizeof(int32_t));
}

static void a_greatest_is_of_its_own_segment(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 9, D, 1);
    struct node *y = tape_segment_max(&t, x, &seg);
    const int32_t *best = tape_segment_best(&t, x, &seg);

    for (int s = 0; s < 4; s++)
        for (int j = 0; j < D; j++) {
            float most = s == 1 ? 0.0f : -INFINITY;

            for (int i = at[s]; i < at[s + 1]; i++)
                most = fmaxf(most, x->val[i * D + j]);
            assert_true(y->val[s * D + j] == most);
            if (s == 1)
                assert_int_equal(best[s * D + j], -1);
            else
                assert_true(x->val[(at[s] + best[s * D + j]) * D + j] == most);
        }
}

/* Rows 1 and 2 of the first segment are equal and the maximum. */
static void of_equal_ones_the_first_is_taken(void **state)
{
    struct tape t = new_tape(state);
    float none[1];

    t.grads = none;
    struct node *x = tape_leaf(&t, 9, 1);

    x->val[1] = x->val[2] = 3.0f;
    struct node *y = tape_segment_max(&t, x, &seg);

    assert_int_equal(tape_segment_best(&t, x, &seg)[0], 1);
    tape_backward_from(&t, y, (float[]){1.0f, 7.0f, 2.0f, 3.0f});
    assert_memory_equal(x->grad, ((float[]){0, 1, 0, 2, 3, 0, 0, 0, 0}),
                        9 * sizeof(float));
}

static void segments_of_a_softmax_sum_to_one(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 9, D, 1);

    for (int i = 0; i < 9 * D; i++)
        x->val[i] = 90.0f * x->val[i];
    struct node *y = tape_segment_softmax(&t, x, &seg);

    for (int s = 0; s < 4; s++)
        for (int j = 0; j < D; j++) {
            float sum = 0.0f;

            for (int i = at[s]; i < at[s + 1]; i++)
                sum += y->val[i * D + j];
            assert_float_equal(sum, s == 1 ? 0.0f : 1.0f, 1e-6);
        }
}

static void a_pointer_loses_minus_the_log_of_its_target(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 9, 2, 1);
    struct node *p = tape_segment_softmax(&t, x, &seg);
    const int32_t target[] = {2, 0, -1, -1, 0, 0, 4, -1};
    const float share[] = {1, 2, 1, 1, 1, 1, 0.5f, 1};
    const double want =
        -log(p->val[4]) - 2 * log(p->val[1]) - 0.5 * log(p->val[2 * 8]);
    struct node *y =
        tape_segment_cross_entropy(&t, x, &seg, target, share, 0.25f);

    assert_float_equal(y->val[0], 0.25 * want, 1e-6);
}

static void maxout_takes_the_greatest_piece(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 9, 3 * D, 1), *r = filled(&t, 4, 3 * D, 2);
    struct node *y = tape_maxout(&t, x, 3);
    struct node *z = tape_segment_maxout(&t, x, r, &seg, 3);
    struct node *sum = tape_add(&t, x, tape_segment_repeat(&t, r, &seg));

    for (int i = 0; i < 9; i++)
        for (int u = 0; u < D; u++) {
            const float *row = x->val + i * 3 * D;

            assert_true(y->val[i * D + u] ==
                        fmaxf(fmaxf(row[u], row[D + u]), row[2 * D + u]));
        }
    same(tape_maxout(&t, sum, 3), 0, z);
}

/* The concatenated columns that the product is defined by. */
static void a_product_by_segment_equals_that_of_all_columns(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 9, D, 1), *z = filled(&t, 4, D, 2);
    struct node *w = filled(&t, 3 * D, 7, 3), *b = filled(&t, 1, 7, 4);
    struct node *each = tape_segment_repeat(&t, z, &seg);
    struct node *const part[] = {x, each, tape_mul(&t, x, each)};
    struct node *y = tape_linear(&t, tape_concat_all(&t, part, 3), w, b);
    struct node *fused = tape_segment_linear(&t, x, z, w, b, &seg);

    for (size_t i = 0; i < node_len(y); i++)
        assert_float_equal(fused->val[i], y->val[i],
                           1e-5 * (1 + fabsf(y->val[i])));
}

#define MANY 300 /* rows: two blocks and a part of one */

static struct node *maxout_in_steps(struct tape *t, struct node *x,
                                    struct node *w, struct node *b)
{
    static const int bounds[] = {0, MANY};
    const struct segments all = {1, bounds};
    struct node *z = tape_linear_transposed(t, x, w);

    return tape_maxout(t, tape_add(t, z, tape_segment_repeat(t, b, &all)), 3);
}

static void fused_maxout_equals_its_two_steps(void **state)
{
    float none[1], *dx[2], *dw[2], *db[2], *dy, *y[2];
    struct tape t = new_tape(state);
    struct node *x0 = filled(&t, MANY, D, 1), *w0 = filled(&t, 12, D, 2);

    dy = filled(&t, MANY, 4, 3)->val;
    for (int fused = 0; fused < 2; fused++) {
        t.grads = none;
        struct node *x = tape_leaf(&t, MANY, D), *w = tape_leaf(&t, 12, D);
        struct node *b = tape_leaf(&t, 1, 12);

        memcpy(x->val, x0->val, MANY * D * sizeof(float));
        memcpy(w->val, w0->val, 12 * D * sizeof(float));
        memcpy(b->val, dy, 12 * sizeof(float));
        struct node *z = fused ? tape_linear_maxout(&t, x, w, b, 3)
                               : maxout_in_steps(&t, x, w, b);

        tape_backward_from(&t, z, dy);
        y[fused] = z->val;
        dx[fused] = x->grad;
        dw[fused] = w->grad;
        db[fused] = b->grad;
    }
    assert_memory_equal(y[0], y[1], MANY * 4 * sizeof(float));
    for (int i = 0; i < MANY * D; i++)
        assert_float_equal(dx[0][i], dx[1][i], 1e-5);
    for (int i = 0; i < 12 * D; i++)
        assert_float_equal(dw[0][i], dw[1][i], 1e-4);
    for (int i = 0; i < 12; i++)
        assert_float_equal(db[0][i], db[1][i], 1e-4);
}

static void a_greatest_shows_nan(void **state)
{
    struct tape t = new_tape(state);

    for (int i = 0; i < 9; i++) {
        struct node *x = filled(&t, 9, D, 1);

        x->val[i * D + 2] = NAN;
        const struct node *y = tape_segment_max(&t, x, &seg);
        const struct node *p = tape_segment_softmax(&t, x, &seg);

        for (int s = 0; s < 4; s++)
            for (int j = 0; j < D; j++) {
                const bool sick = j == 2 && at[s] <= i && i < at[s + 1];

                assert_int_equal(isnan(y->val[s * D + j]) != 0, sick);
                if (at[s] < at[s + 1])
                    assert_int_equal(isnan(p->val[at[s] * D + j]) != 0, sick);
            }
    }
}

/* A grain without examples, and one whose example is empty. */
static void of_nothing_comes_nothing(void **state)
{
    for (int n = 0; n < 2; n++) {
        const struct segments none = {n, (int[]){0, 0}};
        struct tape t = new_tape(state);
        float sink[1];

        t.grads = sink;
        struct node *x = tape_leaf(&t, 0, 6), *r = tape_leaf(&t, n, 6);
        struct node *w = tape_leaf(&t, 6, 6), *k = tape_leaf(&t, 3, 6);
        struct node *y = tape_convolution(&t, x, w, NULL, &none);

        y = tape_gate(&t, y, tape_depthwise(&t, x, k, &none), x);
        y = tape_segment_softmax(&t, tape_subtract(&t, y, x), &none);
        y = tape_concat(&t, tape_segment_maxout(&t, y, r, &none, 2),
                        tape_linear_maxout(&t, y, w, NULL, 2));
        assert_int_equal(y->cols, 6);
        y = tape_mul(&t, y, tape_segment_repeat(&t, r, &none));
        const int32_t *best = tape_segment_best(&t, y, &none);
        struct node *loss =
            tape_segment_cross_entropy(&t, y, &none, best, NULL, 1.0f);

        assert_int_equal(tape_segment_max(&t, y, &none)->rows, n);
        assert_float_equal(loss->val[0], 0.0f, 0.0f);
        tape_backward(&t, loss);
        for (int i = 0; i < 36; i++)
            assert_float_equal(w->grad[i], 0.0f, 0.0f);
    }
}

/* The bits equal those of computed distances; NaN inputs show that none is
 * computed. */
static void distances_times_zero_are_not_taken(void **state)
{
    enum { ROWS = 5, WIDTH = 7, LEN = ROWS * ROWS };
    const struct segments all = {1, (int[]){0, ROWS}};
    const struct segments sum = {1, (int[]){0, LEN}};

    for (int i = 0; i < 4; i++) {
        const float scale = i % 2 ? -0.0f : 0.0f;
        const int causal = i / 2;
        struct tape t = new_tape(state);
        float sink[1], taken[LEN];
        const struct pair_block block = {ROWS, ROWS, {.causal = causal}};
        struct pairs p;

        t.grads = sink;
        pairs_init(&p, t.arena, all, all, 1,
                   (struct pair_mask){.causal = causal});
        struct node *q = tape_leaf(&t, ROWS, WIDTH);
        struct node *k = filled(&t, ROWS, WIDTH, 2);

        l1_pairs(&block, WIDTH, scale, q->val, WIDTH, k->val, WIDTH, taken,
                 ROWS, t.arena);
        for (int j = 0; j < ROWS * WIDTH; j++)
            q->val[j] = NAN;
        struct node *n = tape_pair_l1(&t, &p, q, k, scale);

        for (int j = 0; j < LEN; j++)
            if (!causal || j % ROWS <= j / ROWS)
                assert_memory_equal(&n->val[j], &taken[j], sizeof(float));
        tape_backward(&t, tape_segment_sum(&t, n, &sum));
        for (int j = 0; j < ROWS * WIDTH; j++)
            assert_true(q->grad[j] == 0.0f);
    }
}

#define LONG 41

static void every_level_gives_the_same_bits(void **state)
{
    static const enum simd levels[] = {SIMD_PLAIN, SIMD_AVX2, SIMD_AVX512};
    struct tape t = new_tape(state);
    const float *x = filled(&t, 5 * LONG, LONG, 1)->val;
    const float *z = filled(&t, 5 * LONG, LONG, 2)->val;
    static float out[2][3 * LONG + 5 * LONG * LONG];
    static int32_t which[2][2 * LONG];

    for (int n = 1; n <= LONG; n++)
        for (int l = 0; l < 3; l++) {
            float *y = out[l > 0];
            int32_t *w = which[l > 0];

            level_limit(levels[l]);
            columns_most(5, n, x, NULL, y, w);
            columns_most(5, n, x, z, y + LONG, w + LONG);
            memcpy(y + 2 * LONG, z, (LONG + 5 * LONG * LONG) * sizeof(float));
            selected_rows_sum(n, LONG, w, z, x, y + 2 * LONG);
            selected_rows_add(n, n / 3, n, LONG, w, z, x, y + 3 * LONG);
            level_limit(SIMD_AVX512);
            assert_memory_equal(y, out[0], sizeof(out[0]));
            assert_memory_equal(w, which[0], sizeof(which[0]));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(packing_does_not_change_what_is_inside_a_segment),
        TEST(a_greatest_is_of_its_own_segment),
        TEST(of_equal_ones_the_first_is_taken),
        TEST(segments_of_a_softmax_sum_to_one),
        TEST(a_pointer_loses_minus_the_log_of_its_target),
        TEST(a_product_by_segment_equals_that_of_all_columns),
        TEST(maxout_takes_the_greatest_piece),
        TEST(fused_maxout_equals_its_two_steps),
        TEST(a_greatest_shows_nan),
        TEST(of_nothing_comes_nothing),
        TEST(distances_times_zero_are_not_taken),
        TEST(every_level_gives_the_same_bits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
