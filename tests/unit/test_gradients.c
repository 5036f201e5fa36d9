/*
 * Every op's gradient against finite differences, element by element; see
 * gradient_check.h for how sharp that is.
 */
#include "gradient_check.h"

static const int three_at[] = {0, 3, 3, 5}; /* lengths 3, 0, 2 */
static const int other_at[] = {0, 2, 3, 7}; /* lengths 2, 1, 4 */
static const struct segments three = {3, three_at}, other = {3, other_at};
static const int examples[] = {11, 5, 7};
static const int32_t ids[] = {2, 0, 2, 3};
static const int32_t classes[] = {1, 0, 3, 3};
static const int firsts[] = {4, 0, 9};

FORWARD(linear, tape_linear(t, x[0], x[1], x[2]))
FORWARD(linear_bare, tape_linear(t, x[0], x[1], NULL))
FORWARD(linear_relu, tape_linear_relu(t, x[0], x[1], x[2]))
FORWARD(linear_relu_bare, tape_linear_relu(t, x[0], x[1], NULL))
FORWARD(linear_transposed, tape_linear_transposed(t, x[0], x[1]))
FORWARD(lookup, tape_lookup(t, x[0], ids, 4, 1.5f))
FORWARD(add, tape_add(t, x[0], x[1]))
FORWARD(add_self, tape_add(t, x[0], x[0]))
FORWARD(mul, tape_mul(t, x[0], x[1]))
FORWARD(mul_self, tape_mul(t, x[0], x[0]))
FORWARD(affine, tape_affine(t, x[0], -1.7f, 0.3f))
FORWARD(relu, tape_relu(t, x[0]))
FORWARD(tanh_case, tape_tanh(t, x[0]))
FORWARD(sigmoid, tape_sigmoid(t, x[0]))
FORWARD(atan_case, tape_atan(t, x[0]))
FORWARD(algebraic, tape_algebraic(t, x[0]))
FORWARD(elu_plus, tape_elu_plus(t, x[0]))
FORWARD(concat, tape_concat(t, x[0], x[1]))
FORWARD(concat_self, tape_concat(t, x[0], x[0]))
FORWARD(segment_sum, tape_segment_sum(t, x[0], &three))
FORWARD(segment_mean, tape_segment_mean(t, x[0], &three))
FORWARD(layer_norm, tape_layer_norm(t, x[0], x[1], x[2], 1e-3f))
FORWARD(positions, tape_positions(t, x[0], &three, firsts))
FORWARD(dropout, tape_dropout(t, x[0], 0.4f, &three, examples))
FORWARD(residual, tape_residual(t, x[0], x[1], 0.4f, &three, examples))
FORWARD(residual_self, tape_residual(t, x[0], x[0], 0.4f, &three, examples))
FORWARD(cross_entropy, tape_cross_entropy(t, x[0], classes, 0.0f, 0.7f))
FORWARD(cross_entropy_smooth, tape_cross_entropy(t, x[0], classes, 0.2f, 0.7f))
FORWARD(tied_cross_entropy,
        tape_tied_cross_entropy(t, x[0], x[1], classes, 0.1f, 0.7f))
/* Several consumers of one node, the first to go back storing. */
FORWARD(shared, tape_add(t, tape_linear(t, tape_tanh(t, x[0]), x[1], NULL),
                         tape_mul(t, tape_tanh(t, x[0]), tape_tanh(t, x[0]))))

static struct outputs reused(struct tape *t, struct node *const *x,
                             const struct gradient_case *c)
{
    struct node *h = tape_tanh(t, x[0]);
    struct node *y = tape_linear(t, h, x[1], NULL);

    (void)c;
    y = tape_add(t, tape_layer_norm(t, y, x[2], x[2], 1e-2f), h);
    y = tape_concat(t, tape_dropout(t, h, 0.3f, &three, examples), y);
    return (struct outputs){.y = {y, h}};
}

static struct outputs weave(struct tape *t, struct node *const *x,
                            const struct gradient_case *c)
{
    struct segments both;

    (void)c;
    return ONE(tape_weave(t, x[0], &three, x[1], &other, &both));
}

static struct pairs pairs_of(struct tape *t, const struct gradient_case *c)
{
    struct pairs p;
    bool causal = c->context != NULL;

    pairs_init(&p, t->arena, three, causal ? three : other, 2,
               (struct pair_mask){.causal = causal});
    return p;
}

#define PAIR(name, expression)                                        \
    static struct outputs name(struct tape *t, struct node *const *x, \
                               const struct gradient_case *c)         \
    {                                                                 \
        struct pairs p = pairs_of(t, c);                              \
                                                                      \
        return ONE(expression);                                       \
    }

PAIR(pair_dot, tape_pair_dot(t, &p, x[0], x[1], 0.8f))
PAIR(pair_dot_self, tape_pair_dot(t, &p, x[0], x[0], 0.8f))
PAIR(pair_dot_part, tape_pair_dot_part(t, &p, x[0], x[1], 1, 2, 0.8f))
PAIR(pair_l1, tape_pair_l1(t, &p, x[0], x[1], -0.8f))
PAIR(pair_l1_self, tape_pair_l1(t, &p, x[0], x[0], -0.8f))
PAIR(pair_bias, tape_pair_bias(t, &p, x[0], x[1], x[2], 0.8f))
PAIR(pair_bias_row, tape_pair_bias(t, &p, x[0], x[1], NULL, 0.8f))
PAIR(pair_bias_col, tape_pair_bias(t, &p, x[0], NULL, x[1], 0.8f))
PAIR(pair_zero_self, tape_pair_zero_self(t, &p, x[0]))
PAIR(pair_row_max, tape_pair_row_max(t, &p, x[0]))
PAIR(pair_row_max_inner, tape_pair_row_max(t, &p, tape_tanh(t, x[0])))
PAIR(pair_center, tape_pair_center(t, &p, x[0]))
PAIR(pair_rows, tape_pair_line(t, &p, x[0], PAIR_ROWS, &line_softmax))
PAIR(pair_cols, tape_pair_line(t, &p, x[0], PAIR_COLS, &line_softmax))
PAIR(pair_rows_center, tape_pair_line(t, &p, x[0], PAIR_ROWS, &line_center))
PAIR(pair_mask, tape_pair_mask(t, &p, x[0]))
PAIR(pair_dropout, tape_pair_dropout(t, &p, x[0], 0.4f, examples))
PAIR(pair_pool, tape_pair_pool(t, &p, tape_pair_mask(t, &p, x[0]), x[1]))
PAIR(pair_pool_t,
     tape_pair_pool_transposed(t, &p, tape_pair_mask(t, &p, x[0]), x[1]))

/* Over pairs: 2 heads of 3x2 + 0x1 + 2x4 and, causal, of 3x3 + 2x2. */
#define CROSS_PAIRS 28
#define SELF_PAIRS 26
#define CAUSAL .context = &three

static const struct gradient_case cases[] = {
    {"linear", {3, 4, 1}, {4, 5, 5}, .forward = linear},
    {"linear, no bias", {3, 4}, {4, 5}, .forward = linear_bare},
    {"linear_relu",
     {3, 4, 1},
     {4, 5, 5},
     .forward = linear_relu,
     .step = 0.06f},
    {"linear_relu, no bias",
     {3, 4},
     {4, 5},
     .forward = linear_relu_bare,
     .step = 0.06f},
    {"linear_transposed", {3, 5}, {4, 4}, .forward = linear_transposed},
    {"lookup", {5}, {3}, .forward = lookup},
    {"add", {3, 3}, {4, 4}, .forward = add},
    {"add, twice the same", {3}, {4}, .forward = add_self},
    {"mul", {3, 3}, {4, 4}, .forward = mul},
    {"mul, twice the same", {3}, {4}, .forward = mul_self},
    {"affine", {3}, {4}, .forward = affine},
    {"relu", {3}, {7}, .forward = relu},
    {"tanh", {3}, {7}, .forward = tanh_case},
    {"sigmoid", {3}, {7}, .forward = sigmoid},
    {"atan", {3}, {7}, .forward = atan_case},
    {"algebraic", {3}, {7}, .forward = algebraic},
    {"elu_plus", {3}, {7}, .forward = elu_plus, .step = 0.06f},
    {"concat", {3, 3}, {2, 4}, .forward = concat},
    {"concat, twice the same", {3}, {2}, .forward = concat_self},
    {"segment_sum", {5}, {3}, .forward = segment_sum},
    {"segment_mean", {5}, {3}, .forward = segment_mean},
    {"weave", {5, 7}, {3, 3}, .forward = weave},
    {"layer_norm", {3, 1, 1}, {6, 6, 6}, .forward = layer_norm},
    {"positions", {5}, {6}, .forward = positions},
    {"dropout", {5}, {6}, .forward = dropout},
    {"residual", {5, 5}, {6, 6}, .forward = residual},
    {"residual, twice the same", {5}, {6}, .forward = residual_self},
    {"cross_entropy",
     {4},
     {5},
     .forward = cross_entropy,
     .step = 0.5f,
     .scalar = true},
    {"cross_entropy, smoothed",
     {4},
     {5},
     .forward = cross_entropy_smooth,
     .step = 0.5f,
     .scalar = true},
    {"tied_cross_entropy",
     {4, 5},
     {3, 3},
     .forward = tied_cross_entropy,
     .step = 0.4f,
     .scalar = true},
    {"shared input", {3, 4}, {4, 4}, .forward = shared},
    {"reused node", {5, 4, 1}, {4, 4, 4}, .forward = reused},
    {"pair_dot", {5, 7}, {6, 6}, .forward = pair_dot},
    {"pair_dot, causal", {5, 5}, {6, 6}, .forward = pair_dot, CAUSAL},
    {"pair_dot, self", {5}, {6}, .forward = pair_dot_self, CAUSAL},
    {"pair_dot_part", {5, 7}, {6, 6}, .forward = pair_dot_part},
    {"pair_dot_part, causal", {5, 5}, {6, 6}, .forward = pair_dot_part, CAUSAL},
    {"pair_l1", {5, 7}, {6, 6}, .forward = pair_l1},
    {"pair_l1, causal", {5, 5}, {6, 6}, .forward = pair_l1, CAUSAL},
    {"pair_l1, self", {5}, {6}, .forward = pair_l1_self, CAUSAL},
    {"pair_bias", {CROSS_PAIRS, 5, 7}, {1, 2, 2}, .forward = pair_bias},
    {"pair_bias, causal",
     {SELF_PAIRS, 5, 5},
     {1, 2, 2},
     .forward = pair_bias,
     CAUSAL},
    {"pair_bias, rows", {CROSS_PAIRS, 5}, {1, 2}, .forward = pair_bias_row},
    {"pair_bias, columns", {CROSS_PAIRS, 7}, {1, 2}, .forward = pair_bias_col},
    {"pair_zero_self", {CROSS_PAIRS}, {1}, .forward = pair_zero_self},
    {"pair_zero_self, causal",
     {SELF_PAIRS},
     {1},
     .forward = pair_zero_self,
     CAUSAL},
    {"pair_row_max",
     {CROSS_PAIRS},
     {1},
     .forward = pair_row_max,
     .step = 0.06f},
    {"pair_row_max, causal",
     {SELF_PAIRS},
     {1},
     .forward = pair_row_max,
     .step = 0.06f,
     CAUSAL},
    {"pair_row_max, inner node",
     {CROSS_PAIRS},
     {1},
     .forward = pair_row_max_inner,
     .step = 0.06f},
    {"pair_center", {CROSS_PAIRS}, {1}, .forward = pair_center},
    {"pair_center, by rows", {CROSS_PAIRS}, {1}, .forward = pair_rows_center},
    {"pair_center, by rows, causal",
     {SELF_PAIRS},
     {1},
     .forward = pair_rows_center,
     CAUSAL},
    {"pair_center, causal", {SELF_PAIRS}, {1}, .forward = pair_center, CAUSAL},
    {"pair_line, rows", {CROSS_PAIRS}, {1}, .forward = pair_rows},
    {"pair_line, rows, causal",
     {SELF_PAIRS},
     {1},
     .forward = pair_rows,
     CAUSAL},
    {"pair_line, columns", {CROSS_PAIRS}, {1}, .forward = pair_cols},
    {"pair_line, columns, causal",
     {SELF_PAIRS},
     {1},
     .forward = pair_cols,
     CAUSAL},
    {"pair_mask", {CROSS_PAIRS}, {1}, .forward = pair_mask},
    {"pair_mask, causal", {SELF_PAIRS}, {1}, .forward = pair_mask, CAUSAL},
    {"pair_dropout", {CROSS_PAIRS}, {1}, .forward = pair_dropout},
    {"pair_pool", {CROSS_PAIRS, 7}, {1, 4}, .forward = pair_pool},
    {"pair_pool, causal",
     {SELF_PAIRS, 5},
     {1, 4},
     .forward = pair_pool,
     CAUSAL},
    {"pair_pool_transposed", {CROSS_PAIRS, 5}, {1, 4}, .forward = pair_pool_t},
    {"pair_pool_transposed, causal",
     {SELF_PAIRS, 5},
     {1, 4},
     .forward = pair_pool_t,
     CAUSAL},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_gradient_element_equals_its_difference),
        cmocka_unit_test(one_part_in_a_thousand_is_noticed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
