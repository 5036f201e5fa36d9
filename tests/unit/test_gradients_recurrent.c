/*
 * Gradients of recurrent ops against finite differences, element by element;
 * see gradient_check.h for how sharp that is.
 */
#include "gradient_check.h"

#define ROWS 6

static const int ragged_at[] = {0, 2, 2, 3, 6}; /* lengths 2, 0, 1, 3 */
static const struct segments ragged = {4, ragged_at};
static const int examples[] = {11, 5, 7, 2};

#define EITHER_WAY(name, expression)                                  \
    static struct outputs name(struct tape *t, struct node *const *x, \
                               const struct gradient_case *c)         \
    {                                                                 \
        const bool back = c->context != NULL;                         \
                                                                      \
        (void)back;                                                   \
        return (struct outputs){.y = {(expression), NULL}};           \
    }

EITHER_WAY(lstm, tape_lstm(t, x[0], x[1], x[2], x[3], &ragged, back))
EITHER_WAY(lstm_bare, tape_lstm(t, x[0], x[1], NULL, x[2], &ragged, back))
EITHER_WAY(gru, tape_gru(t, x[0], x[1], x[2], x[3], x[4], &ragged, back))
EITHER_WAY(gru_bare, tape_gru(t, x[0], x[1], NULL, x[2], NULL, &ragged, back))
EITHER_WAY(gru_before,
           tape_gru_reset_before(t, x[0], x[1], x[2], x[3], &ragged, back))
EITHER_WAY(dropout_columns,
           tape_dropout_columns(t, x[0], 0.4f, &ragged, examples))
EITHER_WAY(segment_ends, tape_segment_ends(t, x[0], &ragged, 2))

/* The weights are wanted, what they are multiplied with is not. */
static struct outputs fixed_input(struct tape *t, struct node *const *x,
                                  const struct gradient_case *c)
{
    const struct segments one = {1, (int[]){0, ROWS}};
    struct node *in = tape_constant(t, ROWS, 2);
    struct node *w = tape_constant(t, 2, 8);

    (void)c;
    for (size_t i = 0; i < node_len(in); i++)
        in->val[i] = 0.4f;
    for (size_t i = 0; i < node_len(w); i++)
        w->val[i] = 0.2f * (float)(i % 5);
    return (struct outputs){
        .y = {tape_lstm(t, in, w, NULL, x[0], &one, false), NULL}};
}

/* One weight for both directions and two layers. */
static struct outputs shared(struct tape *t, struct node *const *x,
                             const struct gradient_case *c)
{
    struct node *y = tape_lstm(t, x[0], x[1], x[2], x[3], &ragged, false);

    (void)c;
    y = tape_lstm(t, y, x[1], x[2], x[3], &ragged, true);
    return (struct outputs){.y = {y, NULL}};
}

static struct outputs cell(struct tape *t, struct node *const *x,
                           const struct gradient_case *c)
{
    const struct lstm_state s =
        tape_lstm_cell(t, x[0], x[1], (struct lstm_state){x[2], x[3]});

    (void)c;
    return (struct outputs){.y = {s.h, s.c}};
}

/* Two steps, of the last of which the state alone is used. */
static struct outputs cells(struct tape *t, struct node *const *x,
                            const struct gradient_case *c)
{
    struct lstm_state s = {x[2], x[3]};

    (void)c;
    s = tape_lstm_cell(t, x[0], x[1], s);
    s = tape_lstm_cell(t, x[0], x[1], s);
    return (struct outputs){.y = {s.h, NULL}};
}

#define REVERSED .context = &ragged

static const struct gradient_case cases[] = {
    {"lstm", {ROWS, 3, 1, 2}, {3, 8, 8, 8}, .forward = lstm},
    {"lstm, reversed",
     {ROWS, 3, 1, 2},
     {3, 8, 8, 8},
     .forward = lstm,
     REVERSED},
    {"lstm, no bias", {ROWS, 2, 3}, {2, 12, 12}, .forward = lstm_bare},
    {"lstm, fixed input", {2}, {8}, .forward = fixed_input, .step = 0.4f},
    {"lstm, shared weights", {ROWS, 2, 1, 2}, {2, 8, 8, 8}, .forward = shared},
    {"gru", {ROWS, 3, 1, 2, 1}, {3, 6, 6, 6, 6}, .forward = gru},
    {"gru, reversed",
     {ROWS, 3, 1, 2, 1},
     {3, 6, 6, 6, 6},
     .forward = gru,
     REVERSED},
    {"gru, no bias", {ROWS, 2, 3}, {2, 9, 9}, .forward = gru_bare},
    {"gru, reset before", {ROWS, 3, 1, 2}, {3, 6, 6, 6}, .forward = gru_before},
    {"gru, reset before, reversed",
     {ROWS, 3, 1, 2},
     {3, 6, 6, 6},
     .forward = gru_before,
     REVERSED},
    {"lstm_cell", {3, 2, 3, 3}, {8, 8, 2, 2}, .forward = cell},
    {"lstm_cell, twice", {3, 2, 3, 3}, {8, 8, 2, 2}, .forward = cells},
    {"dropout_columns", {ROWS}, {4}, .forward = dropout_columns},
    {"segment_ends", {ROWS}, {5}, .forward = segment_ends},
};
#define CASES (sizeof(cases) / sizeof(cases[0]))

static void every_gradient_element_equals_its_difference(void **state)
{
    struct arena a = {0};
    int bad = 0;

    (void)state;
    for (size_t i = 0; i < CASES; i++)
        bad += check_case(&cases[i], &a);
    arena_release(&a);
    assert_int_equal(bad, 0);
}

static void one_part_in_a_thousand_is_noticed(void **state)
{
    struct arena a = {0};
    int missed = 0;

    (void)state;
    for (size_t i = 0; i < CASES; i++)
        missed += check_misses(&cases[i], &a);
    arena_release(&a);
    assert_int_equal(missed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_gradient_element_equals_its_difference),
        cmocka_unit_test(one_part_in_a_thousand_is_noticed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
