/*
 * The gradients of the ops that readers are made of, over segments of any
 * length; see gradient_check.h.
 */
#include "gradient_check.h"

static const int seg_at[] = {0, 3, 3, 4, 8}; /* lengths 3, 0, 1, 4 */
static const struct segments seg = {4, seg_at};
static const int32_t ids[] = {2, 0, 2, 3};
/* Of two columns of each segment. */
static const int32_t rows[] = {2, 0, -1, -1, 0, 0, -1, 3};
static const float shares[] = {1.5f, 0.5f, 1.0f, 1.0f, 1.0f, 1.0f, 2.0f, -0.8f};

FORWARD(subtract, tape_subtract(t, x[0], x[1]))
FORWARD(subtract_self, tape_subtract(t, tape_tanh(t, x[0]), x[0]))
FORWARD(subtract_inner, tape_subtract(t, x[0], tape_tanh(t, x[1])))
FORWARD(gate, tape_gate(t, x[0], x[1], x[2]))
FORWARD(gate_self, tape_gate(t, x[0], x[1], x[0]))
FORWARD(gate_between_inner, tape_gate(t, tape_sigmoid(t, x[0]),
                                      tape_tanh(t, x[1]), tape_atan(t, x[2])))
FORWARD(repeat, tape_repeat(t, x[0], 12))
FORWARD(mul_row, tape_mul_row(t, x[0], x[1]))
FORWARD(mul_row_inner, tape_mul_row(t, tape_tanh(t, x[0]), x[1]))
FORWARD(concat_all, tape_concat_all(t, x, 3))
FORWARD(lookup_inner, tape_lookup(t, tape_tanh(t, x[0]), ids, 4, 1.5f))
FORWARD(segment_repeat, tape_segment_repeat(t, x[0], &seg))
FORWARD(segment_linear, tape_segment_linear(t, x[0], x[1], x[2], x[3], &seg))
FORWARD(segment_linear_inner,
        tape_segment_linear(t, tape_tanh(t, x[0]), tape_tanh(t, x[1]), x[2],
                            NULL, &seg))
FORWARD(segment_pool, tape_segment_pool(t, x[0], x[1], &seg))
FORWARD(segment_pool_inner,
        tape_segment_pool(t, tape_tanh(t, x[0]), tape_tanh(t, x[1]), &seg))
FORWARD(segment_max, tape_segment_max(t, x[0], &seg))
FORWARD(segment_softmax, tape_segment_softmax(t, x[0], &seg))
FORWARD(segment_cross_entropy,
        tape_segment_cross_entropy(t, x[0], &seg, rows, NULL, 0.7f))
FORWARD(segment_cross_entropy_shares,
        tape_segment_cross_entropy(t, x[0], &seg, rows, shares, 0.7f))
FORWARD(maxout, tape_maxout(t, x[0], 3))
FORWARD(maxout_inner, tape_maxout(t, tape_tanh(t, x[0]), 3))
FORWARD(segment_maxout, tape_segment_maxout(t, x[0], x[1], &seg, 3))
FORWARD(segment_maxout_twice,
        tape_add(t, tape_segment_maxout(t, x[0], x[1], &seg, 3),
                 tape_segment_maxout(t, x[0], x[2], &seg, 3)))
FORWARD(linear_maxout, tape_linear_maxout(t, x[0], x[1], x[2], 3))
FORWARD(linear_maxout_bare,
        tape_linear_maxout(t, tape_tanh(t, x[0]), x[1], NULL, 2))
FORWARD(convolution, tape_convolution(t, x[0], x[1], x[2], &seg))
FORWARD(convolution_bare, tape_convolution(t, x[0], x[1], NULL, &seg))
FORWARD(convolution_inner,
        tape_add(t, tape_convolution(t, tape_tanh(t, x[0]), x[1], NULL, &seg),
                 tape_convolution(t, x[0], x[1], NULL, &seg)))
FORWARD(depthwise, tape_depthwise(t, x[0], x[1], &seg))
FORWARD(depthwise_inner,
        tape_add(t, tape_depthwise(t, tape_tanh(t, x[0]), x[1], &seg),
                 tape_depthwise(t, x[0], x[1], &seg)))
FORWARD(add_signals, tape_add_signals(t, x[0], tape_signals(t, 4, 3), &seg))

static const struct gradient_case cases[] = {
    {"subtract", {3, 3}, {4, 4}, .forward = subtract},
    {"subtract, twice the same", {3}, {4}, .forward = subtract_self},
    {"subtract, inner node", {3, 3}, {4, 4}, .forward = subtract_inner},
    {"gate", {3, 3, 3}, {5, 5, 5}, .forward = gate},
    {"gate, twice the same", {3, 3}, {5, 5}, .forward = gate_self},
    {"gate, inner nodes", {3, 3, 3}, {5, 5, 5}, .forward = gate_between_inner},
    {"repeat", {1}, {3}, .forward = repeat},
    {"mul_row", {4, 1}, {5, 5}, .forward = mul_row},
    {"mul_row, inner node", {4, 1}, {5, 5}, .forward = mul_row_inner},
    {"concat_all", {3, 3, 3}, {2, 1, 4}, .forward = concat_all},
    {"lookup of an inner node", {5}, {3}, .forward = lookup_inner},
    {"segment_repeat", {4}, {3}, .forward = segment_repeat},
    {"segment_pool", {8, 8}, {3, 1}, .forward = segment_pool},
    {"segment_pool, inner nodes",
     {8, 8},
     {3, 1},
     .forward = segment_pool_inner},
    {"segment_max", {8}, {3}, .forward = segment_max, .step = 0.06f},
    {"segment_linear", {8, 4, 9, 1}, {3, 3, 5, 5}, .forward = segment_linear},
    {"segment_linear, inner nodes",
     {8, 4, 9},
     {3, 3, 5},
     .forward = segment_linear_inner},
    {"segment_softmax", {8}, {2}, .forward = segment_softmax},
    {"segment_softmax, one column", {8}, {1}, .forward = segment_softmax},
    {"segment_cross_entropy",
     {8},
     {2},
     .forward = segment_cross_entropy,
     .step = 0.5f,
     .scalar = true},
    {"segment_cross_entropy, shares",
     {8},
     {2},
     .forward = segment_cross_entropy_shares,
     .step = 0.5f,
     .scalar = true},
    {"maxout", {3}, {6}, .forward = maxout, .step = 0.06f},
    {"maxout, inner node", {3}, {6}, .forward = maxout_inner, .step = 0.06f},
    {"segment_maxout",
     {8, 4},
     {6, 6},
     .forward = segment_maxout,
     .step = 0.06f},
    {"segment_maxout, two of one",
     {8, 4, 4},
     {6, 6, 6},
     .forward = segment_maxout_twice,
     .step = 0.06f},
    {"linear_maxout",
     {3, 6, 1},
     {4, 4, 6},
     .forward = linear_maxout,
     .step = 0.06f},
    {"linear_maxout, no bias",
     {3, 6},
     {4, 4},
     .forward = linear_maxout_bare,
     .step = 0.06f},
    {"convolution", {8, 6, 1}, {2, 3, 3}, .forward = convolution},
    {"convolution, even", {8, 8}, {2, 3}, .forward = convolution_bare},
    {"convolution, wide", {8, 18}, {2, 2}, .forward = convolution_bare},
    {"convolution, twice", {8, 6}, {2, 2}, .forward = convolution_inner},
    {"depthwise", {8, 3}, {3, 3}, .forward = depthwise},
    {"depthwise, even", {8, 4}, {3, 3}, .forward = depthwise},
    {"depthwise, wide", {8, 9}, {2, 2}, .forward = depthwise},
    {"depthwise, twice", {8, 5}, {2, 2}, .forward = depthwise_inner},
    {"add_signals", {8}, {3}, .forward = add_signals},
};
#define CASES (sizeof(cases) / sizeof(cases[0]))

static void every_gradient_element_equals_its_difference(void **state)
{
    (void)state;
    assert_int_equal(check_all(cases, CASES, check_case), 0);
}

static void one_part_in_a_thousand_is_noticed(void **state)
{
    (void)state;
    assert_int_equal(check_all(cases, CASES, check_misses), 0);
}

/* Bytes that a case's forward leaves on loan, and the most it had. */
static struct arena_mark borrowed(const struct gradient_case *c, bool dry,
                                  size_t *peak)
{
    struct arena a = {0};
    struct node *leaf[CHECK_INPUTS];
    float none[1];
    struct tape t = {.arena = &a, .grads = none, .training = true, .dry = dry};

    for (int i = 0; i < CHECK_INPUTS && c->rows[i]; i++)
        leaf[i] = tape_leaf(&t, c->rows[i], c->cols[i]);
    c->forward(&t, leaf, c);
    const struct arena_mark m = arena_mark(&a);

    *peak = a.peak;
    arena_release(&a);
    return m;
}

static void a_dry_tape_borrows_what_another_does(void **state)
{
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        size_t dry, wet;

        assert_int_equal(borrowed(&cases[i], true, &dry).total,
                         borrowed(&cases[i], false, &wet).total);
        assert_int_equal(dry, wet);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_gradient_element_equals_its_difference),
        cmocka_unit_test(one_part_in_a_thousand_is_noticed),
        cmocka_unit_test(a_dry_tape_borrows_what_another_does),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
