/*
 * Laws of convolutions' values; test_gradients.c tests the gradients.
 */
#include "tests/test.h"

#include <string.h>

#include "engine/kernel/depthwise.h"
#include "engine/tape/ops.h"
#include "tests/unit/level.h"
#include "tests/unit/tape_fixture.h"

static const int at[] = {0, 3, 3, 4, 13}; /* lengths 3, 0, 1, 9 */
static const struct segments seg = {4, at}, last = {1, (int[]){0, 9}};

static struct node *alone(struct tape *t, const struct node *x)
{
    return tape_borrow(t, x->val + (size_t)at[3] * x->cols, 9, x->cols);
}

static void packing_does_not_change_convolutions(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 13, 4, 1), *x4 = alone(&t, x);

    for (int k = 1; k <= 11; k++) {
        struct node *w = filled(&t, 4 * k, 5, 2), *v = filled(&t, k, 4, 3);

        same(tape_convolution(&t, x, w, NULL, &seg), 4,
             tape_convolution(&t, x4, w, NULL, &last));
        same(tape_depthwise(&t, x, v, &seg), 4,
             tape_depthwise(&t, x4, v, &last));
    }
}

/* The input of row i of segment s at tap t, in column j; 0 outside. */
static double tap(const struct node *x, int s, int i, int k, int t, int j)
{
    const int row = i - k / 2 + t;

    return row < at[s] || row >= at[s + 1] ? 0.0 : x->val[row * x->cols + j];
}

static void outputs_see_their_own_segment_alone(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 13, 4, 1), *b = filled(&t, 1, 5, 4);

    for (int k = 1; k <= 11; k++) {
        struct node *w = filled(&t, 4 * k, 5, 2), *v = filled(&t, k, 4, 3);
        const struct node *y = tape_convolution(&t, x, w, b, &seg);
        const struct node *z = tape_depthwise(&t, x, v, &seg);

        for (int s = 0; s < 4; s++)
            for (int i = at[s]; i < at[s + 1]; i++) {
                double want[5], each[4] = {0};

                for (int f = 0; f < 5; f++)
                    want[f] = b->val[f];
                for (int n = 0; n < k; n++)
                    for (int j = 0; j < 4; j++) {
                        const double u = tap(x, s, i, k, n, j);

                        each[j] += u * v->val[n * 4 + j];
                        for (int f = 0; f < 5; f++)
                            want[f] += u * w->val[(n * 4 + j) * 5 + f];
                    }
                for (int f = 0; f < 5; f++)
                    assert_float_equal(y->val[i * 5 + f], want[f], 1e-5);
                for (int j = 0; j < 4; j++)
                    assert_float_equal(z->val[i * 4 + j], each[j], 1e-5);
            }
    }
}

#define ROWS 600 /* two blocks and a part of one */

/* A depthwise convolution is a full one whose other weights are 0. */
static void both_convolutions_agree_over_many_rows(void **state)
{
    static const int long_at[] = {0, 255, 258, 600};
    const struct segments all = {3, long_at};
    struct tape t = new_tape(state);
    struct node *x0 = filled(&t, ROWS, 3, 1), *v = filled(&t, 5, 3, 2);
    struct node *w = tape_constant(&t, 15, 3), *y[2];
    const float *dy = filled(&t, ROWS, 3, 4)->val;
    float none[1], *dx[2], *dw[2];

    for (int n = 0; n < 15; n++)
        w->val[n * 3 + n % 3] = v->val[n];
    for (int deep = 0; deep < 2; deep++) {
        t.grads = none;
        struct node *x = tape_leaf(&t, ROWS, 3);
        struct node *u = tape_leaf(&t, deep ? 5 : 15, 3);

        memcpy(x->val, x0->val, ROWS * 3 * sizeof(float));
        memcpy(u->val, (deep ? v : w)->val, node_len(u) * sizeof(float));
        y[deep] = deep ? tape_depthwise(&t, x, u, &all)
                       : tape_convolution(&t, x, u, NULL, &all);
        tape_backward_from(&t, y[deep], dy);
        dx[deep] = x->grad;
        dw[deep] = u->grad;
    }
    for (int i = 0; i < ROWS * 3; i++) {
        assert_float_equal(y[0]->val[i], y[1]->val[i], 1e-5);
        assert_float_equal(dx[0][i], dx[1][i], 1e-5);
    }
    for (int n = 0; n < 15; n++)
        assert_float_equal(dw[0][n * 3 + n % 3], dw[1][n], 1e-4);
}

/* The peak of borrowed floats in forward and backward. */
static size_t peak(void **state, bool dry)
{
    struct tape t = new_tape(state);
    float none[1];

    t.grads = none;
    t.dry = dry;
    t.arena->peak = t.arena->total;
    const size_t before = t.arena->total;
    const struct segments all = segments_even(t.arena, 6, ROWS / 6);
    struct node *x = tape_leaf(&t, ROWS, 16), *w = tape_leaf(&t, 80, 7);
    struct node *y = tape_convolution(&t, x, w, NULL, &all);

    memset(x->val, 0, node_len(x) * sizeof(float));
    tape_backward_from(&t, y, x->val);
    return (t.arena->peak - before) / sizeof(float);
}

static void a_dry_tape_borrows_what_another_does(void **state)
{
    assert_int_equal(peak(state, true), peak(state, false));
}

#define WIDEST 70

static void every_level_gives_the_same_bits(void **state)
{
    static const enum simd levels[] = {SIMD_PLAIN, SIMD_AVX2, SIMD_AVX512};
    static float out[2][3 * 9 * WIDEST];
    struct tape t = new_tape(state);
    const float *x = filled(&t, 9, WIDEST, 1)->val;
    const float *w = filled(&t, 9, WIDEST, 2)->val;
    const size_t len = 9 * WIDEST;

    for (int d = 1; d <= WIDEST; d++)
        for (int k = 1; k <= 9; k++)
            for (int l = 0; l < 3; l++) {
                const struct taps of = {k, k / 2};
                float *y = out[l > 0];

                memcpy(y, w, len * sizeof(float));
                memcpy(y + len, w, len * sizeof(float));
                memcpy(y + 2 * len, w, len * sizeof(float));
                level_limit(levels[l]);
                depthwise(of, 9, 0, 9, d, w, x, y, 1);
                depthwise(of, 9, 2, 8, d, w, x, y + len, 0);
                depthwise_weights(of, 9, d, d / 3, d, x, w, y + 2 * len);
                level_limit(SIMD_AVX512);
                assert_memory_equal(y, out[0], sizeof(out[0]));
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(packing_does_not_change_convolutions),
        TEST(outputs_see_their_own_segment_alone),
        TEST(both_convolutions_agree_over_many_rows),
        TEST(a_dry_tape_borrows_what_another_does),
        TEST(every_level_gives_the_same_bits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
