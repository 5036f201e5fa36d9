/*
 * Attention kinds against double precision values that were computed
 * separately: tests/peers/attention_kinds.py writes attention_values.def and
 * describes its content.  Fused and composed forms, a_out, b_out and the
 * gradients of q, k, a and b, and of qn and kn if N has features of its own.
 */
#include "tests/unit/chosen_fixture.h"

#include <math.h>

#include "engine/attention/attention.h"

#define TOLERANCE 1e-5 /* relative to a matrix's norm */

enum { PLAIN, CAUSAL, CROSS, ACROSS, GIVEN };
static const struct shape {
    int segments, rows[4], cols[4], heads, dk, dv;
    bool causal, by_rows;
    bool given; /* with biases and zero_self */
} shapes[] = {
    [PLAIN] = {1, {0, 4}, {0, 4}, 1, 3, 2, false, false, false},
    [CAUSAL] = {3, {0, 3, 4, 8}, {0, 3, 4, 8}, 2, 4, 3, true, true, false},
    [CROSS] = {3, {0, 3, 4, 8}, {0, 2, 7, 8}, 2, 4, 3, false, false, false},
    [ACROSS] = {3, {0, 3, 4, 8}, {0, 2, 7, 8}, 2, 4, 3, false, true, false},
    [GIVEN] = {3, {0, 3, 4, 8}, {0, 3, 4, 8}, 2, 4, 3, false, false, true},
};

static const struct reference {
    const char *kind; /* as in an experiment file */
    int shape;
    size_t n;
    const double *value; /* [n] a_out, b_out, gradients */
} references[] = {
#include "tests/unit/engine/attention/attention_values.def"
};
#define REFERENCES (sizeof(references) / sizeof(references[0]))

enum { Q, K, A, B, DA, DB, Q_BIAS, K_BIAS, QN, KN, INPUTS };

/* number() of attention_kinds.py */
static float number(int which, int i)
{
    return (float)(2 * ((i * i * 37 + i * 101 + which * 59 + 7) % 193) - 191) /
           128;
}

static struct node *input(struct tape *t, int which, int rows, int cols)
{
    struct node *x = tape_leaf(t, rows, cols);

    for (int i = 0; i < rows * cols; i++)
        x->val[i] = number(which, i);
    return x;
}

/* Compare x with the next values of a reference. */
static void expect(const struct reference *r, size_t *at, const char *form,
                   const char *what, size_t n, const float *x)
{
    double apart = 0, size = 0;

    assert_true(*at + n <= r->n);
    for (size_t i = 0; i < n; i++) {
        const double y = r->value[*at + i];

        apart += (x[i] - y) * (x[i] - y);
        size += y * y;
    }
    *at += n;
    if (!(sqrt(apart) <= TOLERANCE * (sqrt(size) + 1e-6)))
        fail_msg("%s, %s, shape %d: %s is %g apart of %g", r->kind, form,
                 r->shape, what, sqrt(apart), sqrt(size));
}

static void readout_backward(struct tape *t, const struct node *y)
{
    (void)t;
    for (int o = 0; o < 2; o++)
        for (size_t i = 0; i < node_len(y->in[o]); i++)
            y->in[o]->grad[i] += number(DA + o, (int)i);
}

static const struct op readout = {
    .name = "readout",
    .backward = readout_backward,
};

/* Compute the gradients of sum(a_out * da) + sum(b_out * db); the sum itself is
 * not needed. */
static void go_back(struct tape *t, const struct attended *y)
{
    struct node *const out[] = {y->a_out, y->b_out};

    tape_backward(t, tape_node(t, &readout, 1, 1, out, 2));
}

typedef struct attended apply(struct tape *t, const struct chosen *kind,
                              const struct attend *in);

static void expect_reference(const struct reference *r, apply *how,
                             const char *form)
{
    static const char *const names[INPUTS] = {
        [Q] = "q", [K] = "k", [A] = "a", [B] = "b", [QN] = "qn", [KN] = "kn"};
    const struct shape *s = &shapes[r->shape];
    const int m = s->rows[s->segments], n = s->cols[s->segments];
    struct arena arena = {0};
    float none = 0;
    struct tape t = {.arena = &arena, .grads = &none};
    struct chosen kind = {0};

    choose(&attention_kinds, r->kind, &kind);
    const bool own = attention_distance_features(&kind);
    struct node *const in[] = {
        [Q] = input(&t, Q, m, s->heads * s->dk),
        [K] = input(&t, K, n, s->heads * s->dk),
        [A] = input(&t, A, m, s->heads * s->dv),
        [B] = input(&t, B, n, s->heads * s->dv),
        [Q_BIAS] = s->given ? input(&t, Q_BIAS, m, s->heads) : NULL,
        [K_BIAS] = s->given ? input(&t, K_BIAS, n, s->heads) : NULL,
        [QN] = own ? input(&t, QN, m, s->heads * s->dk) : NULL,
        [KN] = own ? input(&t, KN, n, s->heads * s->dk) : NULL,
    };
    size_t at = 0;

    const struct attended y = how(&t, &kind,
                                  &(struct attend){
                                      .q = in[Q],
                                      .k = in[K],
                                      .a = in[A],
                                      .b = in[B],
                                      .q_bias = in[Q_BIAS],
                                      .k_bias = in[K_BIAS],
                                      .qn = in[QN],
                                      .kn = in[KN],
                                      .zero_self = s->given,
                                      .rows = {s->segments, s->rows},
                                      .cols = {s->segments, s->cols},
                                      .heads = s->heads,
                                      .mask.causal = s->causal,
                                      .by_rows = s->by_rows,
                                  });

    expect(r, &at, form, "a_out", node_len(y.a_out), y.a_out->val);
    expect(r, &at, form, "b_out", node_len(y.b_out), y.b_out->val);
    go_back(&t, &y);
    for (int i = Q; i < INPUTS; i++)
        if (names[i] && in[i])
            expect(r, &at, form, names[i], node_len(in[i]), in[i]->grad);
    assert_int_equal(at, r->n);
    chosen_release(&kind);
    arena_release(&arena);
}

/* A formula that is not written twice is not checked. */
static void every_kind_has_a_reference(void **state)
{
    (void)state;
    for (const struct kind *const *k = attention_kinds.list; *k; k++) {
        bool there = false;

        for (size_t i = 0; i < REFERENCES && !there; i++) {
            struct chosen c = {0};

            choose(&attention_kinds, references[i].kind, &c);
            there = c.kind == *k;
            chosen_release(&c);
        }
        if (!there)
            fail_msg("attention '%s' is not in attention_values.def, expected "
                     "its formula in KINDS of tests/peers/attention_kinds.py, "
                     "which writes that file",
                     (*k)->name);
    }
}

static void every_form_has_the_reference_s_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < REFERENCES; i++) {
        expect_reference(&references[i], attend, "fused");
        expect_reference(&references[i], attend_composed, "composed");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_has_a_reference),
        cmocka_unit_test(every_form_has_the_reference_s_values),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
