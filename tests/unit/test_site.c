/*
 * Where an attention stands: the numbers that its kind trains there, whose they
 * are, and that they are what the fields of the same names are.
 */
#include "../test.h"

#include <stdlib.h>

#include "attention/site.h"
#include "attention_fixture.h"
#include "base/memory.h"

enum { HEADS = 2, DK = 5, DV = 3, ROWS = 6, COLS = 4 };

static struct chosen choose(const char *kind, enum reach reach)
{
    struct chosen c = {0};

    assert_int_equal(chosen_preset(&c, &attention_kinds, kind), 0);
    for (const struct field *f = c.kind->fields; f->type; f++) {
        char *at = (char *)c.conf + f->offset;

        if (!strcmp(f->name, "learned"))
            *(int *)(void *)at = (int)reach;
        else if (!strcmp(f->name, "alpha"))
            *(double *)(void *)at = 0.75;
        else if (!strcmp(f->name, "beta"))
            *(double *)(void *)at = 0.3;
    }
    return c;
}

static void expect_numbers(enum reach reach, const char *const *name, int n,
                           int cols)
{
    struct chosen c = choose("coda", reach);
    struct params p = {0};

    site_add(&p, &c, HEADS, "decoder.0.self");
    site_add(&p, &c, HEADS, "decoder.0.cross");
    assert_int_equal(p.n, n);
    float *val = memory_floats(p.len + 1);

    params_init(&p, 1, val);
    for (int i = 0; i < n; i++) {
        const float first = i % 2 ? 0.3f : 0.75f;

        assert_string_equal(p.param[i].name, name[i]);
        assert_int_equal(p.param[i].cols, cols);
        for (int k = 0; k < cols; k++)
            assert_true(val[p.param[i].offset + (size_t)k] == first);
    }
    free(val);
    params_release(&p);
    chosen_release(&c);
}

static void numbers_reach_as_far_as_they_are_told(void **state)
{
    static const char *const each[] = {
        "decoder.0.self.alpha", "decoder.0.self.beta", "decoder.0.cross.alpha",
        "decoder.0.cross.beta"};
    static const char *const both[] = {"decoder.0.alpha", "decoder.0.beta"};

    (void)state;
    expect_numbers(REACH_NONE, each, 0, 0);
    expect_numbers(REACH_LAYER, both, 2, 1);
    expect_numbers(REACH_SITE, each, 4, 1);
    expect_numbers(REACH_HEAD, each, 4, HEADS);
}

static struct attended attend_as(struct tape *t, const char *kind,
                                 enum reach reach, struct params *p,
                                 struct chosen *c)
{
    static const int row_at[] = {0, ROWS}, col_at[] = {0, COLS}, zero;
    struct attend in = {
        .q = random_rows(t, 0, ROWS, HEADS * DK, 1),
        .k = random_rows(t, 0, COLS, HEADS * DK, 2),
        .b = random_rows(t, 0, COLS, HEADS * DV, 3),
        .a = random_rows(t, 0, ROWS, HEADS * DV, 4),
        .q_bias = random_rows(t, 0, ROWS, HEADS, 5),
        .k_bias = random_rows(t, 0, COLS, HEADS, 6),
        .rows = {1, row_at},
        .cols = {1, col_at},
        .heads = HEADS,
        .example = &zero,
    };

    *c = choose(kind, reach);
    const struct site s = site_add(p, c, HEADS, "at");
    float *val = arena_floats(t->arena, p->len + 1);

    params_init(p, 1, val);
    t->params = val;
    site_apply(t, p, &s, &in);
    return attend(t, c, &in);
}

static void expect_fields(const char *kind, int most)
{
    for (int reach = REACH_LAYER; reach <= most; reach++) {
        struct arena arena = {0};
        struct tape t = {.arena = &arena};
        struct params none = {0}, some = {0};
        struct chosen fixed, learned;
        struct attended x = attend_as(&t, kind, REACH_NONE, &none, &fixed);
        struct attended y =
            attend_as(&t, kind, (enum reach)reach, &some, &learned);

        assert_int_equal(none.n, 0);
        assert_true(some.n > 0);
        assert_true(difference(node_len(x.a_out), y.a_out->val, x.a_out->val) <
                    1e-6);
        assert_true(difference(node_len(x.b_out), y.b_out->val, x.b_out->val) <
                    1e-6);
        params_release(&some);
        params_release(&none);
        chosen_release(&fixed);
        chosen_release(&learned);
        arena_release(&arena);
    }
}

static void before_training_they_are_what_the_fields_say(void **state)
{
    (void)state;
    expect_fields("coda", REACH_HEAD);
    expect_fields("differential", REACH_SITE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_reach_as_far_as_they_are_told),
        cmocka_unit_test(before_training_they_are_what_the_fields_say),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
