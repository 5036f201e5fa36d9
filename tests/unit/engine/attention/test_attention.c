/*
 * Every registered attention kind: its fused form equals the composed one,
 * values and gradients, in every variant (variants.h).
 */
#include "tests/test.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "tests/unit/engine/attention/attention_fixture.h"
#include "tests/unit/tape_fixture.h"
#include "tests/unit/variants.h"

#define MOST_SEGMENTS 5

/* An input of attention, and how it is used. */
struct trial {
    int segments, heads, dk, dv, rows[MOST_SEGMENTS + 1],
        cols[MOST_SEGMENTS + 1], example[MOST_SEGMENTS];
    int first_row, first_col; /* place in a longer input */
    bool causal, by_rows, both, own;
    bool reads; /* with biases, zero_self and a chain */
    bool self;  /* with a row's bias and zero_self */
    bool whole; /* with a column's bias of 0: no block is split into strips */
    float dropout;
};

enum { Q, K, QN, KN, B, A, Q_BIAS, K_BIAS, INPUTS };
enum { OUTPUTS = 3 };
struct outcome {
    int n;                          /* number of matrices */
    size_t len[OUTPUTS + INPUTS];   /* of each */
    size_t first[OUTPUTS + INPUTS]; /* offset of the first value in a longer
                                       matrix */
    float *value[OUTPUTS + INPUTS]; /* a_out, b_out, chain, then gradients */
};

typedef struct attended apply(struct tape *t, const struct chosen *kind,
                              const struct attend *in);

/* sum (y * weights) with different weights; y begins at row `first`. */
static struct node *weighted_sum(struct tape *t, struct node *y, int first,
                                 uint32_t site)
{
    return dot_with(t, y, random_rows(t, first, y->rows, y->cols, site));
}

/* Values with the shape of a node that begins at row `first`. */
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
            (i >= Q_BIAS && !x->reads && !(i == Q_BIAS && x->self)))
            continue;
        first[i] = of_rows ? x->first_row : x->first_col;
        in[i] = random_rows(&t, first[i], of_rows ? r : c, width, (uint32_t)i);
    }
    if (x->whole)
        in[K_BIAS] = tape_constant(&t, c, x->heads);

    struct attended y = how(&t, kind,
                            &(struct attend){.q = in[Q],
                                             .k = in[K],
                                             .qn = in[QN],
                                             .kn = in[KN],
                                             .b = in[B],
                                             .a = in[A],
                                             .q_bias = in[Q_BIAS],
                                             .k_bias = in[K_BIAS],
                                             .zero_self = x->reads || x->self,
                                             .chain = x->reads && x->both,
                                             .rows = {x->segments, x->rows},
                                             .cols = {x->segments, x->cols},
                                             .heads = x->heads,
                                             .mask.causal = x->causal,
                                             .by_rows = x->by_rows,
                                             .example = x->example,
                                             .dropout = x->dropout});
    struct node *const out[OUTPUTS] = {y.a_out, y.b_out, y.chain};
    struct node *loss = NULL;

    for (uint32_t i = 0; i < OUTPUTS; i++)
        if (out[i]) {
            const int at = i == 1 ? x->first_col : x->first_row;
            struct node *sum = weighted_sum(&t, out[i], at, INPUTS + i);

            loss = loss ? tape_add(&t, loss, sum) : sum;
            keep(&o, out[i], out[i]->val, at);
        }
    tape_backward(&t, loss);
    for (int i = 0; i < INPUTS; i++)
        if (in[i] && in[i]->grad)
            keep(&o, in[i], in[i]->grad, first[i]);
    arena_release(&arena);
    return o;
}

static void outcome_release(struct outcome *o)
{
    for (int i = 0; i < o->n; i++)
        free(o->value[i]);
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

/* Segments of different lengths, some of them empty. */
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
        for (int bits = 0; bits < 64; bits++) {
            struct trial x;
            shapes(&x, number);
            x.causal = bits & 1;
            x.both = bits & 2;
            x.own = bits & 4;
            x.dropout = bits & 8 ? 0.3f : 0.0f;
            x.reads = bits & 16;
            x.by_rows = bits & 32;
            (*holds)(&x, kind, what);
        }
}

static void fused_forms_equal_composed_ones(void **state)
{
    check *holds = fused_equals_composed;

    (void)state;
    each_variant(&attention_kinds, each_trial, &holds);
}

/* More rows than one strip: the last strip has fewer. */
static void each_long_trial(const struct chosen *kind, const char *what,
                            void *context)
{
    check *const *holds = context;

    for (int bits = 0; bits < 8; bits++) {
        const struct trial x = {.segments = 2,
                                .heads = 2,
                                .dk = 9,
                                .dv = 4,
                                .rows = {0, 3, 603},
                                .cols = {0, 31, 51},
                                .example = {4, 7},
                                .own = bits & 1,
                                .self = bits & 1,
                                .dropout = bits & 2 ? 0.3f : 0.0f,
                                .by_rows = bits & 4};
        (*holds)(&x, kind, what);
    }
}

static void long_fused_forms_equal_composed_ones(void **state)
{
    check *holds = fused_equals_composed;

    (void)state;
    each_variant(&attention_kinds, each_long_trial, &holds);
}

static void strips_equal_whole(const struct trial *x, const struct chosen *kind,
                               const char *what)
{
    struct trial whole = *x;

    if (!attend_fuses(kind))
        return;
    whole.whole = true;
    struct outcome s = run(x, kind, attend), w = run(&whole, kind, attend);

    assert_int_equal(s.n, w.n);
    for (int i = 0; i < s.n; i++)
        expect(!memcmp(s.value[i], w.value[i], s.len[i] * sizeof(float)), x,
               what, i);
    outcome_release(&s);
    outcome_release(&w);
}

/* With the same bits. */
static void strips_of_rows_equal_whole_blocks(void **state)
{
    check *holds = strips_equal_whole;

    (void)state;
    each_variant(&attention_kinds, each_long_trial, &holds);
}

/* One strip, exactly two, and more; rows that see all columns, and columns that
 * no row sees. */
static void each_long_causal_trial(const struct chosen *kind, const char *what,
                                   void *context)
{
    static const int lengths[][2] = {{255, 255}, {256, 256}, {257, 257},
                                     {600, 600}, {600, 300}, {300, 520}};
    check *const *holds = context;

    for (int bits = 0; bits < 12; bits++) {
        const int *l = lengths[bits % 6];
        const struct trial x = {.segments = 2,
                                .heads = 2,
                                .dk = 20,
                                .dv = 4,
                                .rows = {0, 3, 3 + l[0]},
                                .cols = {0, 5, 5 + l[1]},
                                .example = {4, 7},
                                .causal = true,
                                .by_rows = true,
                                .own = bits % 2,
                                .self = bits % 4 < 2,
                                .dropout = bits < 6 ? 0.3f : 0.0f};
        (*holds)(&x, kind, what);
    }
}

static void strips_of_causal_rows_equal_whole_blocks(void **state)
{
    check *holds = strips_equal_whole;

    (void)state;
    each_variant(&attention_kinds, each_long_causal_trial, &holds);
    with_text(&attention_kinds, "{kind: coda, center_e: true, mean: both}",
              each_long_causal_trial, &holds);
}

/* Segment s of x alone: its rows of the same matrices. */
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

/* Outputs and gradients of each segment, with the same bits. */
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

/* A decoder's rows do not change when there are 9 of them instead of the first
 * 6. */
static void expect_prefix(const struct chosen *kind, const char *what,
                          bool causal)
{
    const struct trial whole = {.segments = 1,
                                .heads = 2,
                                .dk = 8,
                                .dv = 4,
                                .rows = {0, 9},
                                .cols = {0, 9},
                                .causal = causal,
                                .by_rows = true};
    struct trial part = whole;

    part.rows[1] = 6;
    part.cols[1] = causal ? 6 : 9;
    struct outcome w = run(&whole, kind, attend), p = run(&part, kind, attend);
    const double d = difference(p.len[0], w.value[0], p.value[0]);

    if (!(d < 1e-5))
        fail_msg("%s: rows differ by %g when there are later ones (causal %d)",
                 what, d, causal);
    outcome_release(&w);
    outcome_release(&p);
}

static void prefix_holds(const struct chosen *kind, const char *what,
                         void *context)
{
    (void)context;
    expect_prefix(kind, what, true);  /* self-attention */
    expect_prefix(kind, what, false); /* attention to the source */
}

static void later_rows_of_a_decoder_change_no_earlier_one(void **state)
{
    (void)state;
    each_variant(&attention_kinds, prefix_holds, NULL);
    with_text(&attention_kinds, "{kind: coda, gate: centered, center_e: true}",
              prefix_holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fused_forms_equal_composed_ones),
        cmocka_unit_test(long_fused_forms_equal_composed_ones),
        cmocka_unit_test(strips_of_rows_equal_whole_blocks),
        cmocka_unit_test(strips_of_causal_rows_equal_whole_blocks),
        cmocka_unit_test(a_segment_alone_equals_the_packed_one),
        cmocka_unit_test(later_rows_of_a_decoder_change_no_earlier_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
