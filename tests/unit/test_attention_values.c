/*
 * What every registered attention kind's values keep to: scales, NaN.
 */
#include "../test.h"

#include "attention_fixture.h"

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
        cmocka_unit_test(nan_stays_in_its_segment),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
