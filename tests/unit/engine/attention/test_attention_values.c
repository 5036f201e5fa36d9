/*
 * Properties of the values of every registered attention kind: scales, means,
 * NaN.
 */
#include "tests/test.h"

#include "tests/unit/engine/attention/attention_fixture.h"

enum { Q, K, QN, KN, B, INPUTS };

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

/* A head is 16 wide: E / 4 is E of halved features, N / 4 is N of quartered
 * ones. */
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

/* The rows of x twice, one copy after the other. */
static struct node *twice(struct tape *t, const struct node *x)
{
    struct node *y = tape_constant(t, 2 * x->rows, x->cols);

    for (int i = 0; i < 2; i++)
        memcpy(y->val + (size_t)i * node_len(x), x->val,
               node_len(x) * sizeof(float));
    return y;
}

/* Check that y is `by` times x in the rows of x. */
static void expect_times(const struct node *x, double by, const struct node *y)
{
    for (size_t i = 0; i < node_len(x); i++)
        assert_true(fabs(by * x->val[i] - y->val[i]) <
                    1e-5 * (1.0 + fabs((double)y->val[i])));
}

/* In row i of a decoder these are i + 1 pairs. */
static void a_mean_is_over_the_allowed_pairs(void **state)
{
    struct arena arena = {0};
    struct tape t = {.arena = &arena};
    struct chosen c = {0};
    struct node *x = random_rows(&t, 0, 5, 4, Q), *y[2][2];
    const int rows[] = {0, 5};
    const struct attend in = {.q = x,
                              .k = x,
                              .b = x,
                              .rows = {1, rows},
                              .cols = {1, rows},
                              .heads = 1,
                              .mask.causal = true,
                              .by_rows = true};

    (void)state;
    assert_int_equal(chosen_preset(&c, &attention_kinds, "coda"), 0);
    for (int mean = 0; mean < 2; mean++) {
        *(int *)member(&c, "mean") = mean ? MEANS_BOTH : MEANS_NONE;
        y[mean][0] = attend(&t, &c, &in).a_out;
        y[mean][1] = attend_composed(&t, &c, &in).a_out;
    }
    for (int i = 0; i < 20; i++)
        for (int form = 0; form < 2; form++)
            assert_float_equal(y[1][form]->val[i] * (float)(i / 4 + 1),
                               y[0][form]->val[i], 1e-5);
    chosen_release(&c);
    arena_release(&arena);
}

/* If each row and each column is there twice, a sum doubles and a mean stays.
 */
static void
sums_of_coda_grow_with_what_they_sum_but_its_means_do_not(void **state)
{
    static const double grows[][3] = {[MEANS_NONE] = {2, 2, 4},
                                      [MEANS_COLS] = {2, 1, 2},
                                      [MEANS_BOTH] = {1, 1, 1}};
    struct arena arena = {0};
    struct tape t = {.arena = &arena};
    struct chosen c = {0};
    struct node *q = random_rows(&t, 0, 3, 4, Q),
                *k = random_rows(&t, 0, 5, 4, K);
    const int rows[] = {0, 3}, cols[] = {0, 5};
    const struct attend once = {.q = q,
                                .k = k,
                                .a = q,
                                .b = k,
                                .chain = true,
                                .rows = {1, rows},
                                .cols = {1, cols},
                                .heads = 1};

    (void)state;
    assert_int_equal(chosen_preset(&c, &attention_kinds, "coda"), 0);
    for (int how = MEANS_NONE; how <= MEANS_BOTH; how++) {
        struct attend more = once;

        *(int *)member(&c, "mean") = how;
        more.q = more.a = twice(&t, q);
        more.k = more.b = twice(&t, k);
        more.rows.at = (const int[]){0, 6};
        more.cols.at = (const int[]){0, 10};
        const struct attended x = attend(&t, &c, &once),
                              y = attend(&t, &c, &more);

        expect_times(x.a_out, grows[how][0], y.a_out);
        expect_times(x.b_out, grows[how][1], y.b_out);
        expect_times(x.chain, grows[how][2], y.chain);
    }
    chosen_release(&c);
    arena_release(&arena);
}

/* Each control, set so that it equals what it is compared with. */
static void controls_of_coda_meet_what_they_are_controls_of(void **state)
{
    enum { TANH, SOFTMAX = 4, CONSTANT = 3 };
    struct arena arena = {0};
    struct tape t = {.arena = &arena};
    struct chosen softmax = {0}, coda = {0};
    const int rows[] = {0, 3}, cols[] = {0, 5};
    const struct attend in = {.q = random_rows(&t, 0, 3, 8, Q),
                              .k = random_rows(&t, 0, 5, 8, K),
                              .a = random_rows(&t, 0, 3, 8, Q),
                              .b = random_rows(&t, 0, 5, 8, B),
                              .rows = {1, rows},
                              .cols = {1, cols},
                              .heads = 2};

    (void)state;
    assert_int_equal(chosen_preset(&softmax, &attention_kinds, "softmax"), 0);
    assert_int_equal(chosen_preset(&coda, &attention_kinds, "coda"), 0);
    *(double *)member(&coda, "beta") = 0.0;
    const struct attended off = attend(&t, &coda, &in);
    *(int *)member(&coda, "f_e") = SOFTMAX;
    const struct attended x = attend(&t, &coda, &in),
                          y = attend(&t, &softmax, &in);
    *(int *)member(&coda, "f_e") = TANH;
    *(int *)member(&coda, "gate") = CONSTANT;
    *(double *)member(&coda, "constant") = 1.0;
    const struct attended one = attend(&t, &coda, &in);

    assert_true(difference(3 * 8, x.a_out->val, y.a_out->val) < 1e-6);
    assert_true(difference(5 * 8, x.b_out->val, y.b_out->val) < 1e-6);
    assert_memory_equal(off.a_out->val, one.a_out->val, 24 * sizeof(float));
    assert_memory_equal(off.b_out->val, one.b_out->val, 40 * sizeof(float));
    chosen_release(&softmax);
    chosen_release(&coda);
    arena_release(&arena);
}

/* Affinities for a model's own use are scaled, too: by 1/4 for width 16. */
static void affinities_are_scaled_as_the_kind_says(void **state)
{
    enum { FALSE = 1, TRUE };
    struct arena arena = {0};
    struct tape t = {.arena = &arena};
    int rows[] = {0, 3}, cols[] = {0, 5};
    const struct attend in = {.q = random_rows(&t, 0, 3, 16, Q),
                              .k = random_rows(&t, 0, 5, 16, K),
                              .rows = {1, rows},
                              .cols = {1, cols},
                              .heads = 1};
    struct pairs p;

    (void)state;
    pairs_init(&p, &arena, in.rows, in.cols, 1, (struct pair_mask){0});
    for (const struct kind *const *k = attention_kinds.list; *k; k++) {
        const struct node *e[TRUE + 1];
        struct chosen c = {0};

        assert_int_equal(chosen_preset(&c, &attention_kinds, (*k)->name), 0);
        for (int how = FALSE; member(&c, "scale") && how <= TRUE; how++) {
            *(int *)member(&c, "scale") = how;
            e[how] = attend_affinities(&t, &c, &in, &p);
        }
        for (int i = 0; member(&c, "scale") && i < 15; i++)
            assert_true(e[TRUE]->val[i] == e[FALSE]->val[i] / 4);
        chosen_release(&c);
    }
    arena_release(&arena);
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
        cmocka_unit_test(a_scaled_kind_divides_by_the_root_of_a_head_s_width),
        cmocka_unit_test(
            sums_of_coda_grow_with_what_they_sum_but_its_means_do_not),
        cmocka_unit_test(a_mean_is_over_the_allowed_pairs),
        cmocka_unit_test(controls_of_coda_meet_what_they_are_controls_of),
        cmocka_unit_test(affinities_are_scaled_as_the_kind_says),
        cmocka_unit_test(nan_stays_in_its_segment),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
