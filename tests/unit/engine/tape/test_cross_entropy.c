/* Laws of the losses' values; test_gradients.c tests the gradients. */
#include "tests/test.h"

#include <math.h>
#include <string.h>

#include "engine/tape/ops.h"
#include "tests/unit/tape_fixture.h"

#define D 6

static void cross_entropy_is_minus_the_log_of_the_target(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 4, 5, 3);
    const int32_t target[] = {1, 0, 4, 4};
    double want = 0.0;
    float smooth = 0.2f;

    for (int i = 0; i < 4; i++) {
        double sum = 0.0;

        for (int c = 0; c < 5; c++)
            sum += exp(x->val[i * 5 + c]);
        for (int c = 0; c < 5; c++)
            want -= (c == target[i] ? 1.0 - smooth : smooth / 4) *
                    log(exp(x->val[i * 5 + c]) / sum);
    }
    struct node *y = tape_cross_entropy(&t, x, target, smooth, 0.5f);

    assert_float_equal(y->val[0], 0.5 * want, 1e-6 * want);
}

/* Both losses of two rows of c scores; the tied one over x and the identity. */
static void expect_losses(struct tape *t, int c, float smoothing, double loss)
{
    const int32_t target[] = {c - 1, 0};
    struct node *x = tape_constant(t, 2, c), *w = tape_constant(t, c, c);

    for (int i = 0; i < 2 * c; i++)
        x->val[i] = (float)i;
    for (int i = 0; i < c; i++)
        w->val[i * c + i] = 1.0f;
    assert_float_equal(
        tape_cross_entropy(t, x, target, smoothing, 1.0f)->val[0], loss, 1e-5);
    assert_float_equal(
        tape_tied_cross_entropy(t, x, w, target, smoothing, 1.0f)->val[0], loss,
        1e-5);
}

/* Scores 0 1 2 and 3 4 5: log p = {-2, -1, 0} - log(1 + e^-1 + e^-2). */
static void smoothing_moves_probability_to_the_other_classes(void **state)
{
    struct tape t = new_tape(state);
    const double z = log(1.0 + exp(-1.0) + exp(-2.0));

    expect_losses(&t, 3, 0.0f, 2 * z + 2);
    expect_losses(&t, 3, 0.3f, 2 * z + 0.15 * (2 + 1) + 0.7 * 2 + 0.15 * 1);
    expect_losses(&t, 1, 0.3f, 0.0); /* no other class: no probability moves */
}

#define MANY 300  /* rows */
#define MOST 1100 /* classes: four blocks and a part of one */

static void tied_cross_entropy_equals_its_two_steps(void **state)
{
    static int32_t target[MANY];
    float none[1], *dx[2], *dw[2], loss[2];

    for (int i = 0; i < MANY; i++)
        target[i] = (7 * i) % MOST;
    for (int fused = 0; fused < 2; fused++) {
        struct tape t = new_tape(state);

        t.grads = none;
        struct node *x = tape_leaf(&t, MANY, D), *w = tape_leaf(&t, MOST, D);

        memcpy(x->val, filled(&t, MANY, D, 1)->val, MANY * D * sizeof(float));
        memcpy(w->val, filled(&t, MOST, D, 2)->val, MOST * D * sizeof(float));
        struct node *y =
            fused ? tape_tied_cross_entropy(&t, x, w, target, 0.1f, 0.01f)
                  : tape_cross_entropy(&t, tape_linear_transposed(&t, x, w),
                                       target, 0.1f, 0.01f);

        tape_backward(&t, y);
        loss[fused] = y->val[0];
        dx[fused] = x->grad;
        dw[fused] = w->grad;
    }
    assert_float_equal(loss[0], loss[1], 1e-5);
    for (int i = 0; i < MANY * D; i++)
        assert_float_equal(dx[0][i], dx[1][i], 1e-7);
    for (int i = 0; i < MOST * D; i++)
        assert_float_equal(dw[0][i], dw[1][i], 1e-6);
}

/* The peak of what a loss borrowed, in floats. */
static size_t borrowed(void **state, int rows, int classes, bool dry)
{
    static const int32_t target[MANY];
    struct tape t = new_tape(state);
    float none[1];

    t.grads = none;
    struct node *x = tape_leaf(&t, rows, D), *w = tape_leaf(&t, classes, D);
    const size_t before = t.arena->total;

    memset(x->val, 0, node_len(x) * sizeof(float));
    memset(w->val, 0, node_len(w) * sizeof(float));
    t.arena->peak = before;
    t.dry = dry;
    tape_tied_cross_entropy(&t, x, w, target, 0.1f, 1.0f);
    return (t.arena->peak - before) / sizeof(float);
}

static void a_dry_tape_borrows_for_a_tied_loss_what_another_does(void **state)
{
    static const int classes[] = {1, 20, 255, 257, 1100};

    for (int c = 0; c < 5; c++)
        for (int rows = 1; rows <= MANY; rows += 13)
            assert_int_equal(borrowed(state, rows, classes[c], true),
                             borrowed(state, rows, classes[c], false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(cross_entropy_is_minus_the_log_of_the_target),
        TEST(smoothing_moves_probability_to_the_other_classes),
        TEST(tied_cross_entropy_equals_its_two_steps),
        TEST(a_dry_tape_borrows_for_a_tied_loss_what_another_does),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
