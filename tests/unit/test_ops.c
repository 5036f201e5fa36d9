/*
 * Laws of the ops' values; gradients are test_gradients.c's.
 */
#include "../test.h"

#include <math.h>
#include <string.h>

#include "tape/ops.h"

#define D 6

static const int at[] = {0, 3, 3, 5};
static const struct segments three = {3, at}, last = {1, (int[]){0, 2}};
static const int examples[] = {4, 9, 2};

static struct tape new_tape(void **state)
{
    return (struct tape){.arena = *state,
                         .training = true,
                         .dropout = random_key(1, "dropout"),
                         .step = 3};
}

static struct node *filled(struct tape *t, int rows, int cols, uint32_t seed)
{
    struct node *x = tape_constant(t, rows, cols);

    random_normal(random_key(seed, "values"), (struct address){0}, node_len(x),
                  1.0f, x->val);
    return x;
}

/* Rows [from, to) of x as a constant of their own. */
static struct node *rows_of(struct tape *t, const struct node *x, int from,
                            int to)
{
    return tape_borrow(t, x->val + (size_t)from * x->cols, to - from, x->cols);
}

static void same(const struct node *all, int from, const struct node *part)
{
    assert_memory_equal(all->val + (size_t)from * all->cols, part->val,
                        node_len(part) * sizeof(float));
}

static void packing_does_not_change_segment_ops(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 5, D, 1), *x2 = rows_of(&t, x, 3, 5);
    const int first[] = {2, 0, 7};

    same(tape_segment_sum(&t, x, &three), 2, tape_segment_sum(&t, x2, &last));
    same(tape_segment_mean(&t, x, &three), 2, tape_segment_mean(&t, x2, &last));
    same(tape_positions(&t, x, &three, first), 3,
         tape_positions(&t, x2, &last, first + 2));
    t.site = 5;
    struct node *y = tape_dropout(&t, x, 0.5f, &three, examples);

    t.site = 5;
    same(y, 3, tape_dropout(&t, x2, 0.5f, &last, examples + 2));
}

static void packing_does_not_change_pair_weights(void **state)
{
    struct tape t = new_tape(state);
    struct pairs all, part;

    for (int causal = 0; causal < 2; causal++) {
        pairs_init(&all, t.arena, three, three, 2, causal);
        pairs_init(&part, t.arena, last, last, 2, causal);
        int n = (int)all.at[6], n2 = (int)part.at[2];
        struct node *x = filled(&t, n, 1, 2), *x2 = rows_of(&t, x, n - n2, n);

        same(tape_pair_center(&t, &all, x), n - n2,
             tape_pair_center(&t, &part, x2));
        same(tape_pair_softmax_rows(&t, &all, x), n - n2,
             tape_pair_softmax_rows(&t, &part, x2));
        same(tape_pair_softmax_cols(&t, &all, x), n - n2,
             tape_pair_softmax_cols(&t, &part, x2));
        t.site = 1;
        struct node *y = tape_pair_dropout(&t, &all, x, 0.5f, examples);

        t.site = 1;
        same(y, n - n2, tape_pair_dropout(&t, &part, x2, 0.5f, examples + 2));
    }
}

static void an_empty_segment_sums_to_zero(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 5, D, 1);
    struct node *sum = tape_segment_sum(&t, x, &three);
    struct node *mean = tape_segment_mean(&t, x, &three);

    for (int j = 0; j < D; j++) {
        assert_float_equal(sum->val[D + j], 0.0f, 0.0f);
        assert_float_equal(mean->val[D + j], 0.0f, 0.0f);
    }
}

static void softmax_weights_sum_to_one_over_allowed_pairs(void **state)
{
    struct tape t = new_tape(state);
    struct pairs p;

    pairs_init(&p, t.arena, three, three, 1, true);
    struct node *x = filled(&t, (int)p.at[3], 1, 4);
    struct node *r = tape_pair_softmax_rows(&t, &p, x);
    struct node *c = tape_pair_softmax_cols(&t, &p, x);

    for (int i = 0; i < 3; i++) {
        float row = 0.0f, col = 0.0f;

        for (int j = 0; j < 3; j++) {
            row += r->val[3 * i + j];
            col += c->val[3 * j + i];
            if (j > i) {
                assert_float_equal(r->val[3 * i + j], 0.0f, 0.0f);
                assert_float_equal(c->val[3 * i + j], 0.0f, 0.0f);
            }
        }
        assert_float_equal(row, 1.0f, 1e-6);
        assert_float_equal(col, 1.0f, 1e-6);
    }
}

static void centred_pairs_have_no_mean(void **state)
{
    struct tape t = new_tape(state);
    struct pairs p;

    pairs_init(&p, t.arena, three, three, 2, true);
    struct node *y = tape_pair_center(&t, &p, filled(&t, (int)p.at[6], 1, 5));

    for (int b = 0; b < 6; b++) {
        float sum = 0.0f;

        for (size_t i = p.at[b]; i < p.at[b + 1]; i++)
            sum += y->val[i];
        assert_float_equal(sum, 0.0f, 1e-5);
    }
}

static void a_woven_matrix_holds_each_segment_of_both(void **state)
{
    struct tape t = new_tape(state);
    struct node *a = filled(&t, 5, D, 1), *b = filled(&t, 5, D, 2);
    struct segments both;
    struct node *y = tape_weave(&t, a, &three, b, &three, &both);

    assert_int_equal(both.at[3], 10);
    same(y, 0, rows_of(&t, a, 0, 3));
    same(y, 3, rows_of(&t, b, 0, 3));
    same(y, 6, rows_of(&t, a, 3, 5));
    same(y, 8, rows_of(&t, b, 3, 5));
}

static void positions_are_sines_then_cosines(void **state)
{
    struct tape t = new_tape(state);
    struct node *y = tape_positions(&t, tape_constant(&t, 5, D), &three, NULL);
    float rate[] = {1.0f, 0.01f, 0.0001f};

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            float x = (float)i * rate[j];

            assert_float_equal(y->val[i * D + j], sinf(x), 1e-6);
            assert_float_equal(y->val[i * D + 3 + j], cosf(x), 1e-6);
        }
    same(y, 3, rows_of(&t, y, 0, 2)); /* each segment begins anew */
}

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
    struct node *y = tape_cross_entropy(&t, x, target, smooth, 0.5f, NULL);

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
        tape_cross_entropy(t, x, target, smoothing, 1.0f, NULL)->val[0], loss,
        1e-5);
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
    expect_losses(&t, 1, 0.3f, 0.0); /* no other class: nothing moves */
}

static void ties_go_to_the_lower_class(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = tape_constant(&t, 2, 3);
    const int32_t target[] = {0, 1};
    int correct = 7;

    tape_cross_entropy(&t, x, target, 0.0f, 1.0f, &correct);
    assert_int_equal(correct, 1);
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
                                       target, 0.1f, 0.01f, NULL);

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

/* What a loss borrowed at its peak, in floats. */
static size_t borrowed(void **state, int rows, int classes, bool records)
{
    static const int32_t target[MANY];
    struct tape t = new_tape(state);
    float none[1];

    if (records)
        t.grads = none;
    struct node *x = tape_leaf(&t, rows, D), *w = tape_leaf(&t, classes, D);
    const size_t before = t.arena->total;

    memset(x->val, 0, node_len(x) * sizeof(float));
    memset(w->val, 0, node_len(w) * sizeof(float));
    t.arena->peak = before;
    tape_tied_cross_entropy(&t, x, w, target, 0.1f, 1.0f);
    return (t.arena->peak - before) / sizeof(float);
}

/* 2000 floats are for the node, dX and the ends of loans. */
static void a_tied_loss_takes_no_more_than_it_says(void **state)
{
    static const int classes[] = {1, 20, 255, 257, 1100};

    for (int c = 0; c < 5; c++)
        for (int rows = 1; rows <= MANY; rows += 13) {
            const size_t said = tied_scratch(rows, D, classes[c]);

            assert_true(said >= tied_scratch(rows - 1, D, classes[c]));
            for (int records = 0; records < 2; records++)
                assert_true(borrowed(state, rows, classes[c], records) <=
                            said + (size_t)rows * D + 2000);
        }
}

static void dropout_keeps_the_mean(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = tape_constant(&t, 400, 50);
    const struct segments all = {1, (int[]){0, 400}};
    double sum = 0.0;
    int zeros = 0;

    for (size_t i = 0; i < node_len(x); i++)
        x->val[i] = 1.0f;
    struct node *y = tape_dropout(&t, x, 0.2f, &all, examples);

    for (size_t i = 0; i < node_len(y); i++) {
        sum += y->val[i];
        zeros += y->val[i] == 0.0f;
    }
    assert_float_equal(sum / 20000, 1.0, 0.02);
    assert_float_equal(zeros / 20000.0, 0.2, 0.02);
}

static void each_site_and_step_has_a_mask_of_its_own(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 5, D, 1);
    struct node *y = tape_dropout(&t, x, 0.5f, &three, examples);
    struct node *z = tape_dropout(&t, x, 0.5f, &three, examples);
    size_t bytes = node_len(x) * sizeof(float);

    assert_memory_not_equal(y->val, z->val, bytes);
    tape_begin(&t, t.step);
    z = tape_dropout(&t, x, 0.5f, &three, examples);
    assert_memory_equal(y->val, z->val, bytes);
    tape_begin(&t, t.step + 1);
    z = tape_dropout(&t, x, 0.5f, &three, examples);
    assert_memory_not_equal(y->val, z->val, bytes);
}

static void a_residual_equals_its_two_steps(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 5, D, 1), *z = filled(&t, 5, D, 2);
    struct node *y = tape_residual(&t, x, z, 0.5f, &three, examples);

    assert_int_equal(t.site, 1);
    t.site = 0;
    z = tape_add(&t, x, tape_dropout(&t, z, 0.5f, &three, examples));
    for (size_t i = 0; i < node_len(y); i++)
        assert_float_equal(y->val[i], z->val[i], 1e-6);
    t.training = false;
    tape_residual(&t, x, z, 0.5f, &three, examples);
    assert_int_equal(t.site, 2);
}

static void nan_stays_visible(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = tape_constant(&t, 1, 4);

    x->val[2] = NAN;
    assert_true(isnan(tape_relu(&t, x)->val[2]));
    assert_true(isnan(tape_tanh(&t, x)->val[2]));
    assert_true(isnan(tape_sigmoid(&t, x)->val[2]));
    assert_true(isnan(tape_atan(&t, x)->val[2]));
    assert_true(isnan(tape_algebraic(&t, x)->val[2]));
    const int32_t target[] = {0};

    assert_true(
        isnan(tape_cross_entropy(&t, x, target, 0.0f, 1.0f, NULL)->val[0]));
    struct node *w = tape_constant(&t, 4, 1);

    assert_true(isnan(tape_linear_relu(&t, x, w, NULL)->val[0]));
}

static int with_arena(void **state)
{
    static struct arena a;

    *state = &a;
    return 0;
}

static int without_arena(void **state)
{
    arena_release(*state);
    memset(*state, 0, sizeof(struct arena));
    return 0;
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, with_arena, without_arena)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(packing_does_not_change_segment_ops),
        TEST(packing_does_not_change_pair_weights),
        TEST(an_empty_segment_sums_to_zero),
        TEST(softmax_weights_sum_to_one_over_allowed_pairs),
        TEST(centred_pairs_have_no_mean),
        TEST(a_woven_matrix_holds_each_segment_of_both),
        TEST(positions_are_sines_then_cosines),
        TEST(cross_entropy_is_minus_the_log_of_the_target),
        TEST(smoothing_moves_probability_to_the_other_classes),
        TEST(ties_go_to_the_lower_class),
        TEST(tied_cross_entropy_equals_its_two_steps),
        TEST(a_tied_loss_takes_no_more_than_it_says),
        TEST(dropout_keeps_the_mean),
        TEST(each_site_and_step_has_a_mask_of_its_own),
        TEST(a_residual_equals_its_two_steps),
        TEST(nan_stays_visible),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
