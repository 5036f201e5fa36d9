/*
 * Every registered attention kind: its fused form equals the composed one,
 * values and gradients, in every variant (variants.h).
 */
#include "../test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attention/attention.h"
#include "base/memory.h"
#include "variants.h"

#define MOST_SEGMENTS 5

/* One thing to attend, and what comes of it. */
struct trial {
    int segments, heads, dk, dv, rows[MOST_SEGMENTS + 1],
        cols[MOST_SEGMENTS + 1], example[MOST_SEGMENTS];
    int first_row, first_col; /* of a longer thing that this is part of */
    bool causal, both, own;
    bool reads; /* biases, nothing of a token with itself, a chain */
    float dropout;
};

enum { Q, K, QN, KN, B, A, Q_BIAS, K_BIAS, INPUTS };
enum { OUTPUTS = 3 };
struct outcome {
    int n;                          /* matrices */
    size_t len[OUTPUTS + INPUTS];   /* of each */
    size_t first[OUTPUTS + INPUTS]; /* value, of a longer matrix */
    float *value[OUTPUTS + INPUTS]; /* a_out, b_out, chain, then gradients */
};

typedef struct attended apply(struct tape *t, const struct chosen *kind,
                              const struct attend *in);

static const struct random_key key = {{5, 7}};

/* Rows [first, first + rows) of a random matrix that has no end. */
static struct node *random_rows(struct tape *t, int first, int rows, int cols,
                                uint32_t site)
{
    struct node *x = tape_leaf(t, rows, cols);
    const size_t before = (size_t)first * cols, n = before + node_len(x);
    float *all = arena_floats_raw(t->arena, n);

    random_normal(key, (struct address){0, 0, site}, n, 0.7f, all);
    memcpy(x->val, all + before, node_len(x) * sizeof(float));
    return x;
}

/* sum (y * weights), for weights that differ; y begins at row `first`. */
static struct node *weighted_sum(struct tape *t, struct node *y, int first,
                                 uint32_t site)
{
    struct node *w = random_rows(t, first, y->rows, y->cols, site);
    struct node *ones = tape_constant(t, y->cols, 1);
    int *all = arena_ints(t->arena, 2);
    struct segments whole = {1, all};

    all[0] = 0;
    all[1] = y->rows;
    for (int i = 0; i < y->cols; i++)
        ones->val[i] = 1.0f;
    return tape_linear(t, tape_segment_sum(t, tape_mul(t, y, w), &whole), ones,
                       NULL);
}

/* Values like those of a node that begins at row `first`. */
static void keep(struct outcome *o, const struct node *of, const float *x,
                 int first)
{
    const size_t n = node_len(of);

    o->len[o->n] = n;
    o->first[o->n] = (size_t)first * of->cols;
    o->value[o->n] = memory_new(n * sizeof(float) + 1);
    memcpy(o->value[o->n++], x, n * sizeof(float));
}

static struct outcome run(const struct trial *x, const struct chosen *kind,
                          apply *how)
{
    struct arena arena = {0};
    float none = 0.0f;
    struct tape t = {
        .arena = &arena, .grads = &none, .training = true, .dropout = {{1, 2}}};
    struct outcome o = {0};
    int r = x->rows[x->segments], c = x->cols[x->segments];
    struct node *in[INPUTS] = {0};
    int first[INPUTS];

    tape_begin(&t, 3);
    for (int i = 0; i < INPUTS; i++) {
        const bool of_rows = i == Q || i == QN || i == A || i == Q_BIAS;
        const int width = x->heads * (i >= Q_BIAS ? 1 : i >= B ? x->dv : x->dk);

        if ((i == A && !x->both) || ((i == QN || i == KN) && !x->own) ||
            (i >= Q_BIAS && !x->reads))
            continue;
        first[i] = of_rows ? x->first_row : x->first_col;
        in[i] = random_rows(&t, first[i], of_rows ? r : c, width, (uint32_t)i);
    }
    struct attended y = how(&t, kind,
                            &(struct attend){.q = in[Q],
                                             .k = in[K],
                                             .qn = in[QN],
                                             .kn = in[KN],
                                             .b = in[B],
                                             .a = in[A],
                                             .q_bias = in[Q_BIAS],
                                             .k_bias = in[K_BIAS],
                                             .zero_self = x->reads,
                                             .chain = x->reads && x->both,
                                             .rows = {x->segments, x->rows},
                                             .cols = {x->segments, x->cols},
                                             .heads = x->heads,
                                             .causal = x->causal,
                                             .example = x->example,
                                             .dropout = x->dropout});
    struct node *loss = weighted_sum(&t, y.a_out, x->first_row, INPUTS);
    if (x->both)
        loss = tape_add(&t, loss,
                        weighted_sum(&t, y.b_out, x->first_col, INPUTS + 1));
    if (y.chain)
        loss = tape_add(&t, loss,
                        weighted_sum(&t, y.chain, x->first_row, INPUTS + 2));
    keep(&o, y.a_out, y.a_out->val, x->first_row);
    if (x->both)
        keep(&o, y.b_out, y.b_out->val, x->first_col);
    if (y.chain)
        keep(&o, y.chain, y.chain->val, x->first_row);
    tape_backward(&t, loss);
    for (int i = 0; i < INPUTS; i++)
        if (in[i])
            keep(&o, in[i], in[i]->grad, first[i]);
    arena_release(&arena);
    return o;
}

static void outcome_release(struct outcome *o)
{
    for (int i = 0; i < o->n; i++)
        free(o->value[i]);
}

/* |x - y| / |y|, over all elements. */
static double difference(size_t n, const float *x, const float *y)
{
    double apart = 0.0, size = 0.0;

    for (size_t i = 0; i < n; i++) {
        apart += ((double)x[i] - y[i]) * ((double)x[i] - y[i]);
        size += (double)y[i] * y[i];
    }
    return sqrt(apart) / (sqrt(size) + 1e-6);
}

static void expect(bool equal, const struct trial *x, const char *what,
                   int matrix)
{
    if (!equal)
        fail_msg("%s: matrix %d differs (%d segments, causal %d, both %d, own "
                 "%d, reads %d, dropout %g)",
                 what, matrix, x->segments, x->causal, x->both, x->own,
                 x->reads, (double)x->dropout);
}

typedef void check(const struct trial *x, const struct chosen *kind,
                   const char *what);

static void fused_equals_composed(const struct trial *x,
                                  const struct chosen *kind, const char *what)
{
    struct outcome f = run(x, kind, attend);
    struct outcome c = run(x, kind, attend_composed);

    assert_int_equal(f.n, c.n);
    for (int i = 0; i < f.n; i++)
        expect(difference(f.len[i], f.value[i], c.value[i]) < 1e-5, x, what, i);
    outcome_release(&f);
    outcome_release(&c);
}

/* Ragged segments, empty ones among them. */
static void shapes(struct trial *x, int number)
{
    static const int rows[][MOST_SEGMENTS] = {
        {1, 5, 0, 19, 33}, {3, 0, 17, 4, 2}, {70, 2, 1, 0, 9}};
    static const int cols[][MOST_SEGMENTS] = {
        {4, 0, 3, 21, 65}, {1, 0, 2, 16, 7}, {66, 3, 1, 2, 0}};

    *x = (struct trial){.segments = MOST_SEGMENTS,
                        .heads = 1 + number,
                        .dk = (int[]){5, 16, 20}[number],
                        .dv = (int[]){7, 3, 18}[number]};
    for (int s = 0; s < MOST_SEGMENTS; s++) {
        x->rows[s + 1] = x->rows[s] + rows[number][s];
        x->cols[s + 1] = x->cols[s] + cols[number][s];
        x->example[s] = 11 * s;
    }
}

static void each_trial(const struct chosen *kind, const char *what,
                       void *context)
{
    check *const *holds = context;

    for (int number = 0; number < 3; number++)
        for (int bits = 0; bits < 32; bits++) {
            struct trial x;
            shapes(&x, number);
            x.causal = bits & 1;
            x.both = bits & 2;
            x.own = bits & 4;
            x.dropout = bits & 8 ? 0.3f : 0.0f;
            x.reads = bits & 16;
            (*holds)(&x, kind, what);
        }
}

static void fused_forms_equal_composed_ones(void **state)
{
    check *holds = fused_equals_composed;

    (void)state;
    each_variant(&attention_kinds, each_trial, &holds);
}

/* The segment of x by itself: its rows of the same matrices. */
static struct trial alone(const struct trial *x, int s)
{
    struct trial one = *x;

    one.segments = 1;
    one.rows[1] = x->rows[s + 1] - x->rows[s];
    one.cols[1] = x->cols[s + 1] - x->cols[s];
    one.first_row = x->rows[s];
    one.first_col = x->cols[s];
    one.example[0] = x->example[s];
    return one;
}

/* Outputs and gradients of each segment, in the same bits. */
static void alone_equals_packed(const struct trial *x,
                                const struct chosen *kind, const char *what)
{
    struct outcome all = run(x, kind, attend);

    for (int s = 0; s < x->segments; s++) {
        const struct trial one = alone(x, s);
        struct outcome a = run(&one, kind, attend);

        assert_int_equal(a.n, all.n);
        for (int i = 0; i < a.n; i++)
            expect(!memcmp(all.value[i] + a.first[i], a.value[i],
                           a.len[i] * sizeof(float)),
                   &one, what, i);
        outcome_release(&a);
    }
    outcome_release(&all);
}

/* Packing must be invisible, wherever a segment lies among others. */
static void a_segment_alone_equals_the_packed_one(void **state)
{
    check *holds = alone_equals_packed;

    (void)state;
    each_variant(&attention_kinds, each_trial, &holds);
}

static void *member(const struct chosen *c, const char *name)
{
    const struct field *f = field_find(c->kind->fields, name);

    return f ? (char *)c->conf + f->offset : NULL;
}

static void multiply(struct node *x, float by, struct node *y)
{
    for (size_t i = 0; i < node_len(x); i++)
        y->val[i] = by * x->val[i];
}

/* A head is 16 wide: E over 4 is that of halves, N over 4 that of quarters. */
static void a_scaled_kind_divides_by_the_root_of_a_head_s_width(void **state)
{
    enum { MODEL, FALSE, TRUE };
    static const struct {
        int scale;
        bool model, divides;
    } ways[] = {{MODEL, true, true},
                {MODEL, false, false},
                {FALSE, true, false},
                {TRUE, false, true}};
    enum { WAYS = sizeof(ways) / sizeof(ways[0]) };
    struct arena arena = {0};
    struct tape t = {.arena = &arena};
    int rows[] = {0, 3}, cols[] = {0, 5};

    (void)state;
    for (const struct kind *const *k = attention_kinds.list; *k; k++) {
        struct chosen c = {0};
        struct node *in[INPUTS], *less[INPUTS];
        const float by[INPUTS] = {0.5f, 0.5f, 0.25f, 0.25f, 1.0f};
        struct attended y[WAYS];

        assert_int_equal(chosen_preset(&c, &attention_kinds, (*k)->name), 0);
        for (int i = Q; i <= B; i++) {
            int n = i == Q || i == QN ? 3 : 5;
            in[i] = random_rows(&t, 0, n, 32,
                                (uint32_t)(i == QN   ? Q
                                           : i == KN ? K
                                                     : i));
            multiply(in[i], by[i], less[i] = tape_constant(&t, n, 32));
        }
        for (int how = 0; member(&c, "scale") && how < WAYS; how++) {
            struct node **x = ways[how].divides ? in : less;

            *(int *)member(&c, "scale") = ways[how].scale;
            y[how] = attend(&t, &c,
                            &(struct attend){.q = x[Q],
                                             .k = x[K],
                                             .qn = x[QN],
                                             .kn = x[KN],
                                             .b = x[B],
                                             .rows = {1, rows},
                                             .cols = {1, cols},
                                             .scaled = ways[how].model,
                                             .heads = 2});
            assert_true(difference(3 * 32, y[0].a_out->val, y[how].a_out->val) <
                        1e-5);
        }
        chosen_release(&c);
    }
    arena_release(&arena);
}

/* What prefix_stable() promises: later columns change no earlier row. */
static void prefix_holds(const struct chosen *kind, const char *what,
                         void *context)
{
    struct trial whole = {.segments = 1,
                          .heads = 2,
                          .dk = 8,
                          .dv = 4,
                          .rows = {0, 9},
                          .cols = {0, 9},
                          .causal = true};
    struct trial part = whole;
    part.rows[1] = part.cols[1] = 6;
    (void)what;
    (void)context;
    struct outcome w = run(&whole, kind, attend), p = run(&part, kind, attend);
    double d = difference(p.len[0], w.value[0], p.value[0]);

    if (attention_prefix_stable(kind))
        assert_true(d < 1e-5);
    else
        assert_true(d > 1e-5);
    outcome_release(&w);
    outcome_release(&p);
}

static void prefixes_are_stable_where_promised(void **state)
{
    (void)state;
    each_variant(&attention_kinds, prefix_holds, NULL);
}

static void nan_stays_in_its_segment(void **state)
{
    struct arena arena = {0};
    struct tape t = {.arena = &arena};
    int at[] = {0, 3, 6};

    (void)state;
    for (const struct kind *const *k = attention_kinds.list; *k; k++) {
        struct chosen c = {0};
        assert_int_equal(chosen_preset(&c, &attention_kinds, (*k)->name), 0);
        struct node *q = random_rows(&t, 0, 6, 4, Q),
                    *b = random_rows(&t, 0, 6, 4, B);
        q->val[0] = NAN;
        struct attended y = attend(&t, &c,
                                   &(struct attend){.q = q,
                                                    .k = q,
                                                    .b = b,
                                                    .rows = {2, at},
                                                    .cols = {2, at},
                                                    .heads = 1});
        assert_true(isnan(y.a_out->val[0]));
        for (int i = 12; i < 24; i++)
            assert_false(isnan(y.a_out->val[i]));
        chosen_release(&c);
    }
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fused_forms_equal_composed_ones),
        cmocka_unit_test(a_segment_alone_equals_the_packed_one),
        cmocka_unit_test(prefixes_are_stable_where_promised),
        cmocka_unit_test(a_scaled_kind_divides_by_the_root_of_a_head_s_width),
        cmocka_unit_test(nan_stays_in_its_segment),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
