/*
 * The universal transformer: the computation of its steps, and when a position
 * halts.
 */
#include "tests/unit/model_fixture.h"

#include "engine/model/transformer.h"
#include "tests/unit/heads.h"

static struct model_spec spec = {
    .shape = SHAPE_SEQUENCE,
    .head = CLASS_HEAD(3),
    .task = "random",
    .words = {&fixture_words},
};

static void build(struct fixture *f, long steps, bool halts)
{
    fixture_kind(f, "universal");
    set_long(f, "hidden", 32);
    set_long(f, "filter", 48);
    set_long(f, "steps", steps);
    *(bool *)conf_member(&f->kind, "halts") = halts;
    fixture_build(f, &spec, 9);
    f->tape.grads = NULL;
    f->tape.training = false;
}

/* The encoder's states of all examples, and their ponder cost. */
static struct node *states(struct fixture *f, struct node **ponder)
{
    struct grain g = fixture_grain(f, (struct run){0, EXAMPLES}, 1);

    return transformer_encode(&f->tape, f->model, &g.part[0], g.example,
                              ponder);
}

static void expect_ponder(const struct node *ponder, float expected)
{
    for (int i = 0; i < ponder->rows; i++)
        assert_float_equal(ponder->val[i], expected, 1e-5);
}

static const struct param *named(const struct fixture *f, const char *name)
{
    const struct params *p = &f->model->params;
    int i = 0;

    while (strcmp(p->param[i].name, name))
        i++;
    return &p->param[i];
}

static double deviation(const struct fixture *f, const char *name)
{
    const struct param *x = named(f, name);
    const int n = x->rows * x->cols;
    double squares = 0;

    for (int i = 0; i < n; i++)
        squares += pow(f->params[x->offset + (size_t)i], 2);
    return sqrt(squares / n);
}

/* Set all rows of a table to 0, x, 2 x, ... */
static void climb(struct fixture *f, const char *name, float x)
{
    const struct param *p = named(f, name);

    for (int i = 0; i < p->rows * p->cols; i++)
        f->params[p->offset + (size_t)i] = x * (float)(i % p->cols);
}

/* A model of one step, in which all words have one vector, and the step has
 * one. */
static void only(struct fixture *f, float words, float step)
{
    build(f, 1, false);
    climb(f, "embedding", words);
    climb(f, "encoder.step", step);
}

static void a_step_s_vector_is_added_as_a_word_s_is(void **state)
{
    struct fixture one, other;

    (void)state;
    build(&one, 64, false);
    assert_float_equal(deviation(&one, "encoder.step"), 1 / sqrt(32), 0.01);
    fixture_release(&one);
    only(&one, 0.01f, 0.0f);
    only(&other, 0.0f, 0.01f);
    const struct node *a = states(&one, NULL), *b = states(&other, NULL);

    for (size_t i = 0; i < node_len(a); i++)
        assert_float_equal(a->val[i], b->val[i], 1e-5);
    fixture_release(&one);
    fixture_release(&other);
}

/* Initial values are addressed by name, so both models have the same. */
static void who_halts_at_once_has_taken_one_step(void **state)
{
    struct fixture one, many;
    struct node *cost, *none;

    (void)state;
    build(&one, 1, false);
    build(&many, 4, true);
    fixture_fill(&many, ".halt.bias", 30.0f);
    const struct node *a = states(&one, &none), *b = states(&many, &cost);

    assert_null(none);
    expect_ponder(cost, 2.0f); /* N = 1, R = 1 */
    assert_memory_equal(a->val, b->val, node_len(a) * sizeof(float));
    fixture_release(&one);
    fixture_release(&many);
}

/* At p = 0.4 a position halts in its third step, with R = 0.2; at 0.7 in the
 * second, with 0.3; at 0.1 it has not halted after four, and R is 0. */
static void it_halts_when_its_probabilities_come_to_one(void **state)
{
    static const struct {
        float p, ponder;
    } cases[] = {{0.4f, 3.2f}, {0.7f, 2.3f}, {0.1f, 4.0f}};

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct fixture f;
        struct node *cost;
        const float p = cases[i].p;

        build(&f, 4, true);
        fixture_fill(&f, ".halt.", 0.0f);
        fixture_fill(&f, ".halt.bias", logf(p / (1 - p)));
        states(&f, &cost);
        expect_ponder(cost, cases[i].ponder);
        fixture_release(&f);
    }
}

/* Uses the states before the final norm. */
static void add_state(const struct node *y, double *sum, double weight,
                      double keep)
{
    for (size_t i = 0; i < node_len(y); i++)
        sum[i] = keep * sum[i] + weight * y->in[0]->val[i];
}

/* y_n = u_n x_n + (1 - u_n) y_(n-1), from states that are computed separately.
 */
static void the_output_is_made_of_the_states(void **state)
{
    static const double u[] = {0.4, 0.4, 0.2};
    double sum[EXAMPLES * 9 * 32] = {0};
    struct fixture f;

    (void)state;
    for (int n = 0; n < 3; n++) {
        build(&f, n + 1, false);
        add_state(states(&f, NULL), sum, u[n], 1 - u[n]);
        fixture_release(&f);
    }
    build(&f, 4, true);
    fixture_fill(&f, ".halt.", 0.0f);
    fixture_fill(&f, ".halt.bias", logf(0.4f / 0.6f));
    const struct node *y = states(&f, NULL)->in[0];

    for (size_t i = 0; i < node_len(y); i++)
        assert_float_equal(y->val[i], sum[i], 1e-4);
    fixture_release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_s_vector_is_added_as_a_word_s_is),
        cmocka_unit_test(who_halts_at_once_has_taken_one_step),
        cmocka_unit_test(it_halts_when_its_probabilities_come_to_one),
        cmocka_unit_test(the_output_is_made_of_the_states),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
