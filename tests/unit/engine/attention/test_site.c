/*
 * Sites of attention: the numbers that a kind trains there, which sites share
 * them, that they have the effect of the fields with the same names, and
 * numbers that depend on the layer.
 */
#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "engine/attention/site.h"
#include "tests/unit/chosen_fixture.h"
#include "tests/unit/engine/attention/attention_fixture.h"

enum { HEADS = 2, DK = 5, DV = 3, ROWS = 6, COLS = 4 };

static struct chosen that_learns(const char *kind, enum reach reach)
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

static struct site site_at(struct params *p, const struct chosen *c, int heads,
                           const char *name)
{
    params_enter(p, "%s", name);
    const struct site s = site_add(p, c, heads);

    params_leave(p);
    return s;
}

static void expect_numbers(enum reach reach, const char *const *name, int n,
                           int cols)
{
    struct chosen c = that_learns("coda", reach);
    struct params p = {0};

    site_at(&p, &c, HEADS, "decoder.0.self");
    site_at(&p, &c, HEADS, "decoder.0.cross");
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

/* As the aligner and the phase conductor name them. */
static void sites_whose_names_end_in_numbers_are_layers(void **state)
{
    static const struct {
        const char *site, *lambda;
        float first;
    } hops[] = {{"question.0", "question.0.lambda", 0.2f},
                {"question.1", "question.1.lambda", 0.355509068f},
                {"self.1", "self.1.lambda", 0.355509068f}};
    struct chosen c = {0};
    struct params p = {0};

    (void)state;
    choose(&attention_kinds,
           "{kind: differential, lambda_at_start: layer, learned: layer}", &c);
    for (int i = 0; i < 3; i++)
        site_at(&p, &c, 1, hops[i].site);
    assert_int_equal(p.n, 3);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(p.param[i].name, hops[i].lambda);
        assert_float_equal(p.param[i].given[0], hops[i].first, 1e-7);
    }
    params_release(&p);
    chosen_release(&c);
}

/* Attend at a site with this name, with kind `c`. */
static struct attended attend_at(struct tape *t, const char *name,
                                 const struct chosen *c, struct params *p)
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

    const struct site s = site_at(p, c, HEADS, name);
    float *val = arena_floats(t->arena, p->len + 1);

    params_init(p, 1, val);
    t->params = val;
    site_apply(t, p, &s, &in);
    return attend(t, c, &in);
}

static void expect_same(const struct attended *x, const struct attended *y)
{
    assert_true(difference(node_len(x->a_out), y->a_out->val, x->a_out->val) <
                1e-6);
    assert_true(difference(node_len(x->b_out), y->b_out->val, x->b_out->val) <
                1e-6);
}

static void expect_fields(const char *kind, int most)
{
    for (int reach = REACH_LAYER; reach <= most; reach++) {
        struct arena arena = {0};
        struct tape t = {.arena = &arena};
        struct params none = {0}, some = {0};
        struct chosen fixed = that_learns(kind, REACH_NONE);
        struct chosen learned = that_learns(kind, (enum reach)reach);
        struct attended x = attend_at(&t, "at", &fixed, &none);
        struct attended y = attend_at(&t, "at", &learned, &some);

        assert_int_equal(none.n, 0);
        assert_true(some.n > 0);
        expect_same(&x, &y);
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

static void a_site_s_layer_is_the_number_in_its_name(void **state)
{
    static const struct {
        const char *name;
        int layer;
    } sites[] = {{"decoder.0.self", 0}, {"encoder.12.cross", 12},
                 {"question.1", 1},     {"model.3.attention", 3},
                 {"align", 0},          {"k2.self", 0},
                 {"a.2b.5", 5},         {"7", 7}};
    struct chosen c = that_learns("softmax", REACH_NONE);

    (void)state;
    for (size_t i = 0; i < sizeof(sites) / sizeof(sites[0]); i++) {
        struct params p = {0};
        struct attend in = {0};
        const struct site s = site_at(&p, &c, HEADS, sites[i].name);

        site_apply(NULL, &p, &s, &in);
        assert_int_equal(in.layer, sites[i].layer);
        params_release(&p);
    }
    chosen_release(&c);
}

/* --- lambda by layer ------------------------------------------------------ */

static struct chosen given_as(const char *yaml)
{
    struct chosen c = {0};

    choose(&attention_kinds, yaml, &c);
    return c;
}

/* Ye et al. 2024, computed by hand: 0.8 - 0.6 e^(-0.3 (l - 1)) for l = 1, 2, 3,
 * 6. */
static const struct {
    const char *site, *lambda;
} starts[] = {{"align", "0.2"},
              {"encoder.0.self", "0.2"},
              {"decoder.1.cross", "0.355509068"},
              {"question.2", "0.470713018"},
              {"model.5.attention", "0.666121904"}};
#define STARTS (sizeof(starts) / sizeof(starts[0]))

static void lambda_is_of_the_layer_where_that_is_asked_for(void **state)
{
    (void)state;
    for (size_t i = 0; i < STARTS; i++) {
        struct arena arena = {0};
        struct tape t = {.arena = &arena};
        struct params p = {0};
        char text[80];

        snprintf(text, sizeof(text), "{kind: differential, lambda: %s}",
                 starts[i].lambda);
        struct chosen given = given_as(text);
        struct chosen by_layer = given_as(
            "{kind: differential, lambda: 0.9, lambda_at_start: layer}");
        struct attended x = attend_at(&t, starts[i].site, &given, &p);
        struct attended y = attend_at(&t, starts[i].site, &by_layer, &p);

        assert_int_equal(p.n, 0);
        expect_same(&x, &y);
        chosen_release(&given);
        chosen_release(&by_layer);
        params_release(&p);
        arena_release(&arena);
    }
}

static void training_begins_at_the_layer_s_lambda(void **state)
{
    struct chosen c =
        given_as("{kind: differential, lambda_at_start: layer, learned: site}");
    struct params p = {0};

    (void)state;
    for (size_t i = 0; i < STARTS; i++)
        site_at(&p, &c, HEADS, starts[i].site);
    assert_int_equal(p.n, (int)STARTS);
    for (size_t i = 0; i < STARTS; i++) {
        assert_true(fabs(p.param[i].given[0] - atof(starts[i].lambda)) < 1e-7);
        assert_false(p.param[i].held);
    }
    params_release(&p);
    chosen_release(&c);
}

/* Trials from before keep their names. */
static void a_lambda_as_given_is_not_in_a_trial_s_text(void **state)
{
    struct chosen c = given_as("{kind: differential, lambda_at_start: given}");
    struct chosen by_layer =
        given_as("{kind: differential, lambda_at_start: layer}");
    struct str text = {0};

    (void)state;
    chosen_text(&c, "a", TEXT_GIVEN, &text);
    assert_string_equal(str_text(&text), "a.kind: differential\n");
    str_release(&text);
    chosen_text(&by_layer, "a", TEXT_GIVEN, &text);
    assert_string_equal(str_text(&text), "a.kind: differential\n"
                                         "a.lambda_at_start: layer\n");
    str_release(&text);
    chosen_release(&c);
    chosen_release(&by_layer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_reach_as_far_as_they_are_told),
        cmocka_unit_test(sites_whose_names_end_in_numbers_are_layers),
        cmocka_unit_test(before_training_they_are_what_the_fields_say),
        cmocka_unit_test(a_site_s_layer_is_the_number_in_its_name),
        cmocka_unit_test(lambda_is_of_the_layer_where_that_is_asked_for),
        cmocka_unit_test(training_begins_at_the_layer_s_lambda),
        cmocka_unit_test(a_lambda_as_given_is_not_in_a_trial_s_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
