/*
 * The tape itself: what is recorded, whose gradient is kept, and that no memory
 * is lost.
 */
#include "tests/test.h"

#include <math.h>
#include <string.h>

#include "engine/tape/ops.h"

static float params[8] = {1, -2, 3, -4, 5, -6, 7, -8};
static float grads[8];

static struct tape new_tape(struct arena *a, bool records)
{
    memset(grads, 0, sizeof(grads));
    return (struct tape){
        .arena = a, .params = params, .grads = records ? grads : NULL};
}

static const struct segments one = {1, (int[]){0, 2}};

/* Sum of all elements of a [2 x 2] node. */
static struct node *total(struct tape *t, struct node *x)
{
    static float ones[2] = {1, 1};

    x = tape_segment_sum(t, x, &one);
    return tape_linear(t, x, tape_borrow(t, ones, 2, 1), NULL);
}

static void a_parameter_s_gradient_lands_at_its_offset(void **state)
{
    struct tape t = new_tape(*state, true);
    struct node *w = tape_param(&t, 1, 4, 2, 2);

    tape_backward(&t, total(&t, tape_mul(&t, w, w)));
    for (int i = 0; i < 8; i++)
        assert_float_equal(grads[i], i < 4 ? 0.0f : 2 * params[i], 0.0f);
}

static void what_a_parameter_s_gradient_held_is_forgotten(void **state)
{
    struct tape t = new_tape(*state, true);

    grads[1] = NAN;
    grads[5] = 10.0f;
    assert_false(tape_param_begun(&t, 0));
    tape_backward(&t, total(&t, tape_add(&t, tape_param(&t, 0, 0, 2, 2),
                                         tape_param(&t, 0, 0, 2, 2))));
    for (int i = 0; i < 4; i++)
        assert_float_equal(grads[i], 2.0f, 0.0f);
    assert_true(tape_param_begun(&t, 0));
    assert_false(tape_param_begun(&t, 1));
    assert_float_equal(grads[5], 10.0f, 0.0f);
}

/* A parameter's node depends on its number alone, whatever was requested with
 * it and in what order. */
static void a_parameter_is_one_node_by_its_number(void **state)
{
    enum { MANY = 300 };
    struct tape t = new_tape(*state, true);
    struct node *x[MANY];

    for (int i = MANY - 1; i >= 0; i--)
        x[i] = tape_param(&t, i, (size_t)(i % 8), 1, 1);
    for (int i = 0; i < MANY; i++) {
        assert_ptr_equal(tape_param(&t, i, (size_t)(i % 8), 1, 1), x[i]);
        for (int k = 0; k < i; k++)
            assert_ptr_not_equal(x[k], x[i]); /* every eighth has the same
                                                 offset */
    }
    assert_false(tape_param_begun(&t, MANY - 1));
    assert_false(tape_param_begun(&t, 1000 * MANY));
}

static void an_op_has_as_many_inputs_as_it_is_given(void **state)
{
    enum { MANY = 30 };
    struct tape t = new_tape(*state, true);
    struct node *x[MANY], *y;
    float weights[MANY];

    for (int i = 0; i < MANY; i++) {
        x[i] = tape_leaf(&t, 1, 1);
        x[i]->val[0] = (float)i;
        weights[i] = (float)(2 * i + 1);
    }
    y = tape_concat_all(&t, x, MANY);
    assert_int_equal(y->inputs, MANY);
    tape_backward_from(&t, y, weights);
    for (int i = 0; i < MANY; i++) {
        assert_float_equal(y->val[i], (float)i, 0.0f);
        assert_float_equal(x[i]->grad[0], weights[i], 0.0f);
    }
}

static void a_node_used_twice_gets_both_gradients(void **state)
{
    struct tape t = new_tape(*state, true);
    struct node *x = tape_affine(&t, tape_param(&t, 0, 0, 2, 2), 2.0f, 0.0f);

    tape_backward(&t, total(&t, tape_add(&t, tape_mul(&t, x, x), x)));
    for (int i = 0; i < 4; i++)
        assert_float_equal(grads[i], 2 * (2 * 2 * params[i] + 1), 0.0f);
}

static void backward_from_a_node_equals_a_weighted_sum_of_it(void **state)
{
    float weights[4] = {0.5f, -3.0f, 2.0f, 7.0f}, sum[4];
    struct tape t = new_tape(*state, true);
    struct node *y = tape_tanh(&t, tape_param(&t, 0, 0, 2, 2));

    tape_backward(&t,
                  total(&t, tape_mul(&t, y, tape_borrow(&t, weights, 2, 2))));
    memcpy(sum, grads, sizeof(sum));
    t = new_tape(*state, true);
    y = tape_tanh(&t, tape_param(&t, 0, 0, 2, 2));
    tape_backward_from(&t, y, weights);
    assert_memory_equal(grads, sum, sizeof(sum));
}

static void a_node_nothing_depends_on_changes_nothing(void **state)
{
    struct tape t = new_tape(*state, true);
    struct node *w = tape_param(&t, 0, 0, 2, 2);
    struct node *y = tape_affine(&t, w, 3.0f, 0.0f);

    tape_tanh(&t, tape_mul(&t, y, w));
    tape_backward(&t, total(&t, y));
    for (int i = 0; i < 4; i++)
        assert_float_equal(grads[i], 3.0f, 0.0f);
}

static void constants_are_not_recorded(void **state)
{
    struct tape t = new_tape(*state, true);
    struct node *c = tape_constant(&t, 2, 2);

    assert_false(tape_tanh(&t, c)->wanted);
    assert_null(t.last);
    assert_true(tape_add(&t, c, tape_param(&t, 0, 0, 2, 2))->wanted);
}

static void a_tape_without_gradients_records_nothing(void **state)
{
    struct tape t = new_tape(*state, false);
    struct node *y = total(&t, tape_tanh(&t, tape_param(&t, 0, 0, 2, 2)));

    assert_false(y->wanted);
    assert_null(t.last);
    tape_backward(&t, y);
}

/* The memory of dY becomes dX, but not while dY is needed. */
static void a_sum_of_a_node_with_itself_counts_twice(void **state)
{
    struct tape t = new_tape(*state, true);
    struct node *y = tape_affine(&t, tape_param(&t, 0, 0, 2, 2), 3.0f, 0.0f);

    y = tape_add(&t, y, y);
    tape_backward(&t, total(&t, tape_add(&t, y, y)));
    for (int i = 0; i < 4; i++)
        assert_float_equal(grads[i], 12.0f, 0.0f);
}

/* Bytes of the arena that the backward pass over `ops` ops of each kind
 * takes. */
static size_t room_to_go_back(struct arena *a, int ops)
{
    arena_reset(a);
    struct tape t = new_tape(a, true);
    struct node *w = tape_param(&t, 0, 0, 2, 2);
    struct node *y = w;

    for (int i = 0; i < ops; i++) {
        y = tape_linear_relu(&t, y, w, NULL);
        y = tape_tanh(&t, tape_add(&t, y, tape_linear(&t, y, w, NULL)));
    }
    y = total(&t, y);
    const size_t before = a->total;

    tape_backward(&t, y);
    return a->total - before;
}

static void gradients_take_room_only_while_they_are_needed(void **state)
{
    assert_int_equal(room_to_go_back(*state, 100), room_to_go_back(*state, 2));
}

static void each_dropout_takes_a_site_trained_or_not(void **state)
{
    struct tape t = new_tape(*state, false);
    struct node *x = tape_constant(&t, 2, 2);
    const int example[] = {3};

    assert_ptr_equal(tape_dropout(&t, x, 0.5f, &one, example), x);
    assert_int_equal(t.site, 1);
    assert_ptr_equal(tape_dropout(&t, x, 0.0f, &one, example), x);
    assert_int_equal(t.site, 1);
    t.training = true;
    assert_ptr_not_equal(tape_dropout(&t, x, 0.5f, &one, example), x);
    assert_int_equal(t.site, 2);
    tape_begin(&t, 1);
    assert_int_equal(t.site, 0);
}

/* An arena whose memory holds the content of an earlier step: NaN. */
static int with_arena(void **state)
{
    static struct arena a;

    memset(arena_alloc(&a, 1 << 16), 0xff, 1 << 16);
    arena_reset(&a);
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
        TEST(a_parameter_s_gradient_lands_at_its_offset),
        TEST(what_a_parameter_s_gradient_held_is_forgotten),
        TEST(a_parameter_is_one_node_by_its_number),
        TEST(an_op_has_as_many_inputs_as_it_is_given),
        TEST(a_node_used_twice_gets_both_gradients),
        TEST(backward_from_a_node_equals_a_weighted_sum_of_it),
        TEST(a_node_nothing_depends_on_changes_nothing),
        TEST(constants_are_not_recorded),
        TEST(a_tape_without_gradients_records_nothing),
        TEST(a_sum_of_a_node_with_itself_counts_twice),
        TEST(gradients_take_room_only_while_they_are_needed),
        TEST(each_dropout_takes_a_site_trained_or_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
