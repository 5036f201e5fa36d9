/*
 * Laws of the ops' values; test_gradients.c tests the gradients.
 */
#include "tests/test.h"

#include <math.h>
#include <string.h>

#include "engine/tape/ops.h"
#include "tests/unit/tape_fixture.h"

#define D 6

static const int at[] = {0, 3, 3, 5};
static const struct segments three = {3, at}, last = {1, (int[]){0, 2}};
static const int examples[] = {4, 9, 2};

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
        pairs_init(&all, t.arena, three, three, 2,
                   (struct pair_mask){.causal = causal});
        pairs_init(&part, t.arena, last, last, 2,
                   (struct pair_mask){.causal = causal});
        int n = (int)all.at[6], n2 = (int)part.at[2];
        struct node *x = filled(&t, n, 1, 2), *x2 = rows_of(&t, x, n - n2, n);

        same(tape_pair_center(&t, &all, x), n - n2,
             tape_pair_center(&t, &part, x2));
        same(tape_pair_line(&t, &all, x, PAIR_ROWS, &line_softmax), n - n2,
             tape_pair_line(&t, &part, x2, PAIR_ROWS, &line_softmax));
        same(tape_pair_line(&t, &all, x, PAIR_COLS, &line_softmax), n - n2,
             tape_pair_line(&t, &part, x2, PAIR_COLS, &line_softmax));
        t.site = 1;
        struct node *y = tape_pair_dropout(&t, &all, x, 0.5f, examples);

        t.site = 1;
        same(y, n - n2, tape_pair_dropout(&t, &part, x2, 0.5f, examples + 2));
    }
}

/* w0 + w . z + the sum over pairs k < l of (v_k . v_l) z_k z_l, in doubles. */
static double machine(const struct factor_machine *of, const double *z, int n)
{
    const int factors = of->factors->cols;
    const float *v = of->factors->val;
    double y = of->bias->val[0];

    for (int k = 0; k < n; k++) {
        y += (double)of->weight->val[k] * z[k];
        for (int l = k + 1; l < n; l++)
            for (int f = 0; f < factors; f++)
                y += (double)v[k * factors + f] * (double)v[l * factors + f] *
                     z[k] * z[l];
    }
    return y;
}

static void factorisation_machines_sum_over_pairs(void **state)
{
    enum { ROWS = 3, WIDTH = 4, FACTORS = 3 };
    struct tape t = new_tape(state);
    struct node *x = filled(&t, ROWS, WIDTH, 1);
    struct node *y = filled(&t, ROWS, WIDTH, 2);
    struct factor_machine of[FACTORED];

    for (int i = 0; i < FACTORED; i++) {
        const int n = i == FACTORED_BOTH ? 2 * WIDTH : WIDTH;
        const unsigned seed = 3 * (unsigned)i + 3;

        of[i] = (struct factor_machine){filled(&t, n, FACTORS, seed),
                                        filled(&t, n, 1, seed + 1),
                                        filled(&t, 1, 1, seed + 2)};
    }
    const float *got = tape_factorisation(&t, x, y, of)->val;

    for (int i = 0; i < ROWS; i++) {
        double z[FACTORED][2 * WIDTH];

        for (int k = 0; k < WIDTH; k++) {
            const double a = x->val[i * WIDTH + k], b = y->val[i * WIDTH + k];

            z[FACTORED_BOTH][k] = a;
            z[FACTORED_BOTH][WIDTH + k] = b;
            z[FACTORED_DIFFERENCE][k] = a - b;
            z[FACTORED_PRODUCT][k] = a * b;
        }
        for (int m = 0; m < FACTORED; m++)
            assert_float_equal(got[i * FACTORED + m],
                               machine(&of[m], z[m], of[m].weight->rows),
                               1e-5);
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

static void ends_are_of_the_last_row_and_of_the_first(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 5, D, 1);
    struct node *y = tape_segment_ends(&t, x, &three, 2);

    for (int s = 0; s < three.n; s++)
        for (int j = 0; j < D; j++) {
            const int row = j < 2 ? at[s + 1] - 1 : at[s];
            const float want = at[s] == at[s + 1] ? 0.0f : x->val[row * D + j];

            assert_float_equal(y->val[s * D + j], want, 0.0f);
        }
}

static void softmax_weights_sum_to_one_over_allowed_pairs(void **state)
{
    struct tape t = new_tape(state);
    struct pairs p;

    pairs_init(&p, t.arena, three, three, 1,
               (struct pair_mask){.causal = true});
    struct node *x = filled(&t, (int)p.at[3], 1, 4);
    struct node *r = tape_pair_line(&t, &p, x, PAIR_ROWS, &line_softmax);
    struct node *c = tape_pair_line(&t, &p, x, PAIR_COLS, &line_softmax);

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

    pairs_init(&p, t.arena, three, three, 2,
               (struct pair_mask){.causal = true});
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
    struct node *y = tape_segment_concat(&t, a, &three, b, &three, &both);

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
    same(y, 3, rows_of(&t, y, 0, 2)); /* each segment starts from 0 */
}

/* The maximum of the allowed pairs; NaN counts as greatest. */
static void the_greatest_of_a_row_shows_nan(void **state)
{
    struct tape t = new_tape(state);
    struct pairs p;

    pairs_init(&p, t.arena, three, three, 1,
               (struct pair_mask){.causal = true});
    for (int sick = -1; sick < 3; sick++) {
        struct node *x = filled(&t, (int)p.at[3], 1, 4);

        if (sick >= 0)
            x->val[6 + sick] = NAN; /* of the first segment's last row */
        const float *y = tape_pair_row_max(&t, &p, x)->val;

        for (int i = 0; i < 3; i++) {
            float most = x->val[3 * i];

            for (int j = 1; j <= i; j++)
                most = fmaxf(most, x->val[3 * i + j]);
            if (i == 2 && sick >= 0)
                assert_true(isnan(y[i]));
            else
                assert_true(y[i] == most);
        }
    }
}

static void signals_made_once_are_the_same_positions(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 5, D + 1, 1);

    same(tape_positions(&t, x, &three, NULL), 0,
         tape_add_signals(&t, x, tape_signals(&t, 7, D + 1), &three));
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

    assert_true(isnan(tape_cross_entropy(&t, x, target, 0.0f, 1.0f)->val[0]));
    struct node *w = tape_constant(&t, 4, 1);

    assert_true(isnan(tape_linear_relu(&t, x, w, NULL)->val[0]));
}

static void a_gate_chooses_between_two(void **state)
{
    struct tape t = new_tape(state);
    struct node *a = filled(&t, 2, D, 1), *b = filled(&t, 2, D, 2);
    struct node *g = tape_constant(&t, 2, D);

    same(b, 0, tape_gate(&t, g, a, b));
    for (int i = 0; i < 2 * D; i++)
        g->val[i] = 1.0f;
    same(a, 0, tape_gate(&t, g, a, b));
    for (int i = 0; i < 2 * D; i++)
        g->val[i] = 0.25f;
    const struct node *y = tape_gate(&t, g, a, b);

    for (int i = 0; i < 2 * D; i++)
        assert_float_equal(y->val[i], 0.25f * a->val[i] + 0.75f * b->val[i],
                           1e-6);
}

static void parts_of_a_concatenation_lie_side_by_side(void **state)
{
    struct tape t = new_tape(state);
    struct node *a = filled(&t, 3, 4, 1), *b = filled(&t, 3, 1, 2);
    struct node *c = filled(&t, 3, 7, 3);
    struct node *y = tape_concat_all(&t, (struct node *[]){a, b, c}, 3);

    assert_int_equal(y->cols, 12);
    for (int i = 0; i < 3; i++) {
        const float *row = y->val + i * 12;

        assert_memory_equal(row, a->val + i * 4, 4 * sizeof(float));
        assert_memory_equal(row + 4, b->val + i, sizeof(float));
        assert_memory_equal(row + 5, c->val + i * 7, 7 * sizeof(float));
    }
}

static void a_repeated_row_is_its_segment_s(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 3, D, 1);
    struct node *y = tape_segment_repeat(&t, x, &three);

    assert_int_equal(y->rows, 5);
    for (int i = 0; i < 5; i++)
        same(y, i, rows_of(&t, x, i < 3 ? 0 : 2, i < 3 ? 1 : 3));
}

static void rows_of_a_product_have_one_row_of_factors(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, 5, D, 1), *w = filled(&t, 1, D, 2);
    struct node *y = tape_mul_row(&t, x, w);

    for (int i = 0; i < 5 * D; i++)
        assert_true(y->val[i] == x->val[i] * w->val[i % D]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(packing_does_not_change_segment_ops),
        TEST(packing_does_not_change_pair_weights),
        TEST(factorisation_machines_sum_over_pairs),
        TEST(an_empty_segment_sums_to_zero),
        TEST(ends_are_of_the_last_row_and_of_the_first),
        TEST(softmax_weights_sum_to_one_over_allowed_pairs),
        TEST(centred_pairs_have_no_mean),
        TEST(a_woven_matrix_holds_each_segment_of_both),
        TEST(positions_are_sines_then_cosines),
        TEST(the_greatest_of_a_row_shows_nan),
        TEST(signals_made_once_are_the_same_positions),
        TEST(nan_stays_visible),
        TEST(a_gate_chooses_between_two),
        TEST(parts_of_a_concatenation_lie_side_by_side),
        TEST(a_repeated_row_is_its_segment_s),
        TEST(rows_of_a_product_have_one_row_of_factors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
