/*
 * Recurrent layers: directions, stacks, dropout, biases and initial values.
 */
#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/layer/recurrent.h"
#include "tests/unit/tape_fixture.h"

#define IN 6
#define N 5
#define ROWS 9

static const int at[] = {0, 4, 4, 9};
static const struct segments seg = {3, at};
static const int examples[] = {3, 1, 7};
static const struct recurrent_dropout none = {0};

/* A layer with its parameters' values. */
struct subject {
    struct params p;
    struct recurrent r;
    float *val;
};

static struct subject subject(struct recurrent_form f)
{
    struct subject s = {0};

    f.in = IN;
    f.width = N;
    s.r = recurrent_add(&s.p, &f, "layer");
    s.val = memory_floats(s.p.len);
    params_init(&s.p, 4, s.val);
    return s;
}

static void release(struct subject *s)
{
    free(s->val);
    params_release(&s->p);
}

static struct node *run(struct tape *t, const struct subject *s, struct node *x)
{
    t->params = s->val;
    return recurrent_apply(t, &s->p, &s->r, x, &seg, none, examples);
}

static const struct recurrent_form forms[] = {
    {.kind = RECURRENT_LSTM, .both = true},
    {.kind = RECURRENT_GRU, .both = true},
    {.kind = RECURRENT_GRU_BEFORE, .both = true},
};

/* The sequences of x, each reversed. */
static struct node *turned(struct tape *t, const struct node *x)
{
    struct node *y = tape_constant(t, x->rows, x->cols);
    const size_t row = (size_t)x->cols;

    for (int s = 0; s < seg.n; s++)
        for (int i = at[s], j = at[s + 1] - 1; i < at[s + 1]; i++, j--)
            memcpy(y->val + (size_t)i * row, x->val + (size_t)j * row,
                   row * sizeof(float));
    return y;
}

static void backward_is_forward_over_turned_sequences(void **state)
{
    for (int i = 0; i < 3; i++) {
        struct tape t = new_tape(state);
        struct subject s = subject(forms[i]);
        struct node *x = filled(&t, ROWS, IN, 1);
        struct node *y = run(&t, &s, x);

        assert_int_equal(y->cols, recurrent_out(&s.r));
        s.r.way[0][0] = s.r.way[0][1];
        struct node *z = turned(&t, run(&t, &s, turned(&t, x)));

        for (int k = 0; k < ROWS; k++)
            assert_memory_equal(y->val + k * 2 * N + N, z->val + k * 2 * N,
                                N * sizeof(float));
        release(&s);
    }
}

static void ends_are_states_after_the_whole_sequence(void **state)
{
    struct tape t = new_tape(state);
    struct subject s = subject(forms[0]);
    struct node *y = run(&t, &s, filled(&t, ROWS, IN, 1));
    struct node *e = recurrent_ends(&t, &s.r, y, &seg);

    assert_int_equal(e->rows, 3);
    assert_memory_equal(e->val, y->val + 3 * 2 * N, N * sizeof(float));
    assert_memory_equal(e->val + N, y->val + N, N * sizeof(float));
    assert_float_equal(e->val[2 * N], 0.0f, 0.0f);
    release(&s);
}

static void layers_are_stacked(void **state)
{
    for (int i = 0; i < 3; i++) {
        struct tape t = new_tape(state);
        struct recurrent_form f = forms[i];

        f.layers = 2;
        struct subject s = subject(f);
        struct node *x = filled(&t, ROWS, IN, 1), *y = run(&t, &s, x);

        s.r.form.layers = 1;
        x = run(&t, &s, x);
        memcpy(s.r.way[0], s.r.way[1], sizeof(s.r.way[0]));
        assert_memory_equal(run(&t, &s, x)->val, y->val,
                            node_len(y) * sizeof(float));
        release(&s);
    }
}

static void dropout_is_between_layers_alone(void **state)
{
    struct tape t = new_tape(state);
    struct recurrent_form f = forms[0];

    f.layers = 3;
    struct subject s = subject(f);
    struct node *x = filled(&t, ROWS, IN, 1);

    t.params = s.val;
    for (int once = 0; once < 2; once++) {
        const struct recurrent_dropout drop = {0.5f, once};

        t.site = 0;
        recurrent_apply(&t, &s.p, &s.r, x, &seg, drop, examples);
        assert_int_equal(t.site, 2);
    }
    release(&s);
}

static void a_mask_once_is_one_a_sequence(void **state)
{
    struct tape t = new_tape(state);
    struct node *x = filled(&t, ROWS, IN, 1), *y, *z;

    y = recurrent_drop(&t, x, (struct recurrent_dropout){0.5f, true}, &seg,
                       examples);
    t.site = 0;
    z = tape_dropout_columns(&t, x, 0.5f, &seg, examples);
    assert_memory_equal(y->val, z->val, node_len(y) * sizeof(float));
    t.site = 0;
    y = recurrent_drop(&t, x, (struct recurrent_dropout){0.5f, false}, &seg,
                       examples);
    assert_memory_not_equal(y->val, z->val, node_len(y) * sizeof(float));
}

/* If both biases are added, either one alone gives the same. */
static void two_biases_are_added_but_where_a_reset_is_between(void **state)
{
    for (int i = 0; i < 3; i++) {
        struct tape t = new_tape(state);
        struct recurrent_form f = forms[i];

        f.two_biases = true;
        struct subject s = subject(f);
        struct node *x = filled(&t, ROWS, IN, 1), *y = run(&t, &s, x);

        for (int back = 0; back < 2; back++) {
            const int second = s.r.way[0][back].second;

            s.r.way[0][back].second = s.r.way[0][back].bias;
            s.r.way[0][back].bias = second;
        }
        struct node *z = run(&t, &s, x);
        const bool same = !memcmp(y->val, z->val, node_len(y) * sizeof(float));

        assert_int_equal(same, forms[i].kind != RECURRENT_GRU);
        release(&s);
    }
}

/* If the reset is between the two biases, the second belongs to the state's
 * part. */
static void the_second_bias_of_a_gru_is_the_state_s(void **state)
{
    struct tape t = new_tape(state);
    struct recurrent_form f = {.kind = RECURRENT_GRU, .two_biases = true};
    struct subject s = subject(f);
    const struct recurrent_direction *w = &s.r.way[0][0];
    struct node *x = filled(&t, ROWS, IN, 1), *y = run(&t, &s, x);
    struct node *z = tape_gru(&t, x, params_node(&t, &s.p, w->weight),
                              params_node(&t, &s.p, w->bias),
                              params_node(&t, &s.p, w->state),
                              params_node(&t, &s.p, w->second), &seg, false,
                              0.0f);

    assert_memory_equal(y->val, z->val, node_len(y) * sizeof(float));
    release(&s);
}

static void a_forget_constant_is_a_bias_of_the_forget_gate(void **state)
{
    struct tape t = new_tape(state);
    struct recurrent_form f = forms[0];

    f.start = START_GLOROT;
    f.forget = 1.0f;
    struct subject s = subject(f);
    struct node *x = filled(&t, ROWS, IN, 1), *y = run(&t, &s, x);

    s.r.form.forget = 0.0f;
    for (int back = 0; back < 2; back++)
        for (int j = 0; j < N; j++)
            s.val[s.p.param[s.r.way[0][back].bias].offset + N + j] = 1.0f;
    assert_memory_equal(run(&t, &s, x)->val, y->val,
                        node_len(y) * sizeof(float));
    release(&s);
}

/* The error of columns a and b of x being orthogonal, or, if a is b, of length
 * 1. */
static double askew(const struct param *p, const float *x, int a, int b)
{
    double sum = a == b ? -1.0 : 0.0;

    for (int i = 0; i < p->rows; i++)
        sum += (double)x[i * p->cols + a] * x[i * p->cols + b];
    return fabs(sum);
}

static void each_gate_starts_orthogonal(void **state)
{
    struct recurrent_form f = forms[1];

    (void)state;
    f.start = START_ORTHOGONAL;
    struct subject s = subject(f);
    const struct param *p = &s.p.param[s.r.way[0][0].state];

    for (int g = 0; g < 3; g++)
        for (int a = 0; a < N; a++)
            for (int b = 0; b < N; b++)
                assert_true(askew(p, s.val + p->offset, g * N + a, g * N + b) <
                            1e-6);
    assert_true(askew(p, s.val + p->offset, 0, N) > 1e-3);
    release(&s);
}

static void uniform_starts_reach_to_their_bounds(void **state)
{
    (void)state;
    for (int start = START_UNIFORM; start <= START_GLOROT; start++) {
        struct recurrent_form f = forms[0];

        f.start = start;
        struct subject s = subject(f);
        const struct param *p = &s.p.param[s.r.way[0][0].weight];
        const float bound = start == START_UNIFORM
                                ? 1.0f / sqrtf(N)
                                : sqrtf(6.0f / (IN + N + 4 * N));
        float most = 0.0f;

        for (int i = 0; i < p->rows * p->cols; i++)
            most = fmaxf(most, fabsf(s.val[p->offset + (size_t)i]));
        assert_true(most <= bound && most > 0.9f * bound);
        release(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(backward_is_forward_over_turned_sequences),
        TEST(ends_are_states_after_the_whole_sequence),
        TEST(layers_are_stacked),
        TEST(dropout_is_between_layers_alone),
        TEST(a_mask_once_is_one_a_sequence),
        TEST(two_biases_are_added_but_where_a_reset_is_between),
        TEST(the_second_bias_of_a_gru_is_the_state_s),
        TEST(a_forget_constant_is_a_bias_of_the_forget_gate),
        TEST(each_gate_starts_orthogonal),
        TEST(uniform_starts_reach_to_their_bounds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
